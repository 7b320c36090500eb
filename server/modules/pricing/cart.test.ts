import { expect, test } from 'vitest'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { computeCart as compute, type CartRules, type PricedLine, type TaxRules } from './cart.ts'
import { MAX_PRICE, toMajor, toMinor } from './money.ts'
import { lineSteps, totalSteps, type Step } from './steps.ts'
import { shareOut } from './shares.ts'

/** Each product's own percentage, and no tax on delivery. */
const taxOf = (includesTax: boolean, delivery: TaxRules['delivery'] = 'none'): TaxRules => ({
  name: 'GST',
  country: 'IN',
  note: '',
  priceOf: (_item, price) => price,
  includesTax,
  delivery,
  rateOf: ({ gst }) => ({ rate: gst * 100, why: `${gst / 100} %` }),
})
type Rules = Omit<CartRules, 'tax'> & { pricesIncludeTax?: boolean; delivery?: TaxRules['delivery'] }
const computeCart = (lines: readonly PricedLine[], { pricesIncludeTax = true, delivery, ...rules }: Rules) =>
  compute(lines, { ...rules, tax: taxOf(pricesIncludeTax, delivery) })

const shipping = { flat: 9_900, freeFrom: 149_900 }
const line = (price: number, rest: Partial<PricedLine> = {}): PricedLine => ({
  price,
  offer: 0,
  gst: 0,
  quantity: 1,
  ...rest,
})

test('computes offers, shipping and the GST included in prices', () => {
  const lines = [line(54_900, { offer: 1_250, gst: 1_800, quantity: 2 }), line(10_000, { gst: 500 })]
  expect(computeCart(lines, { shipping })).toEqual({
    quantity: 3,
    subtotal: 119_800,
    discount: 13_724,
    coupon: 0,
    shipping: 9_900,
    cashFee: 0,
    shippingTax: 0,
    shippingTaxes: [],
    tax: 15_132,
    total: 115_976,
    freeShippingFrom: 149_900,
    lines: [
      {
        subtotal: 109_800,
        discount: 13_724,
        coupon: 0,
        tax: 14_656,
        total: 96_076,
        rate: 180_000,
        why: '18 %',
      },
      { subtotal: 10_000, discount: 0, coupon: 0, tax: 476, total: 10_000, rate: 50_000, why: '5 %' },
    ],
  })
})

test('charges nothing for an empty cart, not even shipping', () => {
  expect(computeCart([], { shipping })).toMatchObject({
    quantity: 0,
    subtotal: 0,
    shipping: 0,
    total: 0,
    lines: [],
  })
})

test('ships for free from the limit on, after offers', () => {
  const shippingOf = (...lines: PricedLine[]) => computeCart(lines, { shipping }).shipping
  expect(shippingOf(line(149_899))).toBe(9_900)
  expect(shippingOf(line(149_900))).toBe(0)
  expect(shippingOf(line(149_900, { offer: 1 }))).toBe(9_900)
  expect(computeCart([line(1e9)], { shipping: { flat: 100, freeFrom: null } })).toMatchObject({
    shipping: 100,
  })
  expect(computeCart([line(0)], { shipping: { flat: 100, freeFrom: 0 } })).toMatchObject({
    shipping: 0,
    total: 0,
  })
})

test('rounds half a minor unit of tax up', () => {
  // 21 at 5 % includes exactly 1 of tax, 11 includes 0.52, and 10 includes 0.476. At 100 %, half of it is tax.
  expect([21, 11, 10].map((price) => computeCart([line(price, { gst: 500 })], { shipping }).tax)).toEqual([
    1, 1, 0,
  ])
  expect([1, 3].map((price) => computeCart([line(price, { gst: 10_000 })], { shipping }).tax)).toEqual([1, 2])
})

test('adds GST per line to prices without GST; free shipping depends on the value before GST', () => {
  const lines = [line(54_900, { offer: 1_250, gst: 1_800, quantity: 2 }), line(10, { gst: 500 })]
  expect(
    computeCart(lines, { shipping: { flat: 9_900, freeFrom: 96_087 }, pricesIncludeTax: false }),
  ).toMatchObject({
    subtotal: 109_810,
    discount: 13_724,
    shipping: 9_900,
    tax: 17_295,
    total: 109_810 - 13_724 + 17_295 + 9_900,
    lines: [
      { tax: 17_294, total: 96_076 + 17_294 },
      { tax: 1, total: 11 },
    ],
  })
})

test('rejects a sum above the safe integers', () => {
  const tooExpensive = line(MAX_PRICE * 100, { quantity: 999 })
  expect(() => computeCart(Array(100).fill(tooExpensive) as PricedLine[], { shipping })).toThrow(RangeError)
})

test('the largest cart fits, and its amounts are exact in major units', () => {
  const shares = [0, 1, 4_999, 9_999, 10_000]
  const coupons = [
    undefined,
    { kind: 'percent', percent: 3_333 } as const,
    { kind: 'amount', amount: 999_999_999_999 } as const,
  ]
  for (const price of [MAX_PRICE, MAX_PRICE - 1]) {
    for (const gst of shares) {
      for (const offer of shares) {
        for (const coupon of coupons) {
          for (const pricesIncludeTax of [true, false]) {
            const lines = Array.from({ length: 100 }, () =>
              line(price, { quantity: 999, gst, offer, couponApplies: true }),
            )
            const rules = { shipping: { flat: 1e12, freeFrom: null }, coupon, pricesIncludeTax }
            const { subtotal, discount, tax, total } = computeCart(lines, rules)
            for (const currency of ['INR', 'KWD', 'JPY']) {
              for (const amount of [subtotal, discount, tax, total]) {
                if (amount > 2 ** 52 || toMinor(toMajor(amount, currency), currency) !== amount)
                  expect.fail(`${amount} ${currency} at ${gst} % GST`)
              }
            }
          }
        }
      }
    }
  }
})

const added = (steps: readonly Step[]) =>
  steps.reduce((all, { amount, contained }) => all + (contained ? 0 : amount), 0)

test('keeps totals, shares and steps consistent for 100,000 random carts', () => {
  const random = randomNumbers(7)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  for (let round = 0; round < 100_000; round++) {
    const lines = Array.from({ length: upTo(12) }, () =>
      line(upTo(10 ** (1 + upTo(9))), {
        offer: upTo(10_000),
        gst: upTo(10_000),
        quantity: 1 + upTo(998),
        couponApplies: random() < 0.7,
      }),
    )
    const rule = { flat: upTo(20_000), freeFrom: random() < 0.2 ? null : upTo(500_000) }
    const included = random() < 0.5
    const coupon = [
      undefined,
      { kind: 'free_delivery' } as const,
      { kind: 'percent', percent: 1 + upTo(9_999) } as const,
      { kind: 'amount', amount: 1 + upTo(10 ** (1 + upTo(9))) } as const,
    ][upTo(3)]
    const delivery = (['none', 'share', 'highest'] as const)[upTo(2)]
    const cart = computeCart(lines, { shipping: rule, pricesIncludeTax: included, coupon, delivery })
    const { subtotal, discount, coupon: off, tax, total, shipping: cost } = cart
    const { shippingTax, shippingTaxes } = cart
    const parts = shippingTaxes.reduce((all, part) => all + part.amount, 0)
    if (shippingTaxes.length > 0 && parts !== cost)
      expect.fail(`The parts of the delivery do not add up: ${JSON.stringify(cart)}`)
    if (shippingTax !== shippingTaxes.reduce((all, part) => all + part.tax, 0))
      expect.fail(`The taxes of the delivery do not add up: ${JSON.stringify(cart)}`)
    if (total !== subtotal - discount - off + cost + (included ? 0 : tax))
      expect.fail(`The total does not add up: ${JSON.stringify(cart)}`)
    const inRupees = { currency: 'INR', locale: 'en-IN', pricesIncludeTax: included, taxName: 'GST' }
    if (added(totalSteps(cart, inRupees)) !== total)
      expect.fail(`The steps do not add up: ${JSON.stringify(cart)}`)
    const amounts = [cart, ...cart.lines].flatMap((part) => Object.values(part).filter(Number.isFinite))
    if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0 && !Object.is(amount, -0)))
      expect.fail(`Negative or not an integer: ${JSON.stringify(cart)}`)
    const shares = {
      subtotal,
      discount,
      coupon: off,
      tax: tax - shippingTax,
      total: total - cost - (included ? 0 : shippingTax),
    }
    for (const name of ['subtotal', 'discount', 'coupon', 'tax', 'total'] as const) {
      if (cart.lines.reduce((sum, share) => sum + share[name], 0) !== shares[name])
        expect.fail(`The shares of ${name} do not add up: ${JSON.stringify(cart)}`)
    }
    for (const [index, share] of cart.lines.entries()) {
      const { gst, couponApplies } = lines[index]!
      if (!couponApplies && share.coupon > 0)
        expect.fail(`${share.coupon} off a line that the coupon does not apply to`)
      const net = share.subtotal - share.discount - share.coupon
      if (net < 0) expect.fail(`Discount above the price: ${JSON.stringify(share)}`)
      const format = {
        currency: ['JPY', 'INR', 'KWD'][round % 3]!,
        locale: 'en-IN',
        pricesIncludeTax: included,
        taxName: 'GST',
      }
      if (added(lineSteps(lines[index]!, share, format)) !== share.total)
        expect.fail(`The steps do not add up: ${JSON.stringify(share)}`)
      const exact = included ? net - net / (1 + gst / 10_000) : (net * gst) / 10_000
      if (Math.abs(share.tax - exact) > 0.5001) expect.fail(`${share.tax} of tax in ${share.total} at ${gst}`)
    }
  }
  // About 4 s of processor time.
}, 60_000)

test('splits an amount coupon by line value to the last minor unit, at most the value', () => {
  const lines = [
    line(100, { couponApplies: true }),
    line(100, { couponApplies: true }),
    line(100, { couponApplies: true }),
  ]
  const off = (amount: number) =>
    computeCart(lines, { shipping, coupon: { kind: 'amount', amount } }).lines.map(({ coupon }) => coupon)
  expect(off(100)).toEqual([34, 33, 33])
  expect(off(1_000)).toEqual([100, 100, 100])
  expect(shareOut(5, [0, 0])).toEqual([0, 0])
  expect(shareOut(7, [1, 2, 4])).toEqual([1, 2, 4])
})

test('applies a coupon after the offer and before tax, and keeps free shipping', () => {
  const lines = [line(200_000, { offer: 2_500, gst: 1_800, couponApplies: true }), line(999, { gst: 500 })]
  expect(computeCart(lines, { shipping, coupon: { kind: 'percent', percent: 1_000 } })).toMatchObject({
    subtotal: 200_999,
    discount: 50_000,
    coupon: 15_000,
    shipping: 0,
    total: 135_999,
    lines: [{ coupon: 15_000, tax: 20_593, total: 135_000 }, { coupon: 0 }],
  })
  expect(computeCart([line(100)], { shipping, coupon: { kind: 'free_delivery' } })).toMatchObject({
    shipping: 0,
    total: 100,
  })
})

test('charges shipping by steps of order value', () => {
  const rule = {
    flat: 0,
    steps: [
      { upTo: 500, amount: 90 },
      { upTo: null, amount: 50 },
    ],
    freeFrom: 1_000,
  }
  expect([500, 501, 1_000].map((price) => computeCart([line(price)], { shipping: rule }).shipping)).toEqual([
    90, 50, 0,
  ])
})

test('taxes delivery at the rates of the goods by value, or at the highest', () => {
  const lines = [line(105_000, { gst: 500 }), line(236_000, { gst: 1_800 })]
  const rules = { shipping: { flat: 9_000, freeFrom: null } }
  expect(computeCart(lines, { ...rules, delivery: 'share' })).toMatchObject({
    shipping: 9_000,
    shippingTax: 915 + 143,
    tax: 5_000 + 36_000 + 915 + 143,
    total: 350_000,
    shippingTaxes: [
      { rate: 180_000, amount: 6_000, tax: 915 },
      { rate: 50_000, amount: 3_000, tax: 143 },
    ],
  })
  expect(computeCart(lines, { ...rules, delivery: 'highest' }).shippingTaxes).toEqual([
    { rate: 180_000, amount: 9_000, tax: 1_373, why: '18 %: delivery, at the highest rate of the goods' },
  ])
  expect(computeCart(lines, { ...rules, delivery: 'highest', pricesIncludeTax: false })).toMatchObject({
    shipping: 9_000,
    shippingTax: 1_620,
    total: 105_000 + 5_250 + 236_000 + 42_480 + 9_000 + 1_620,
  })
  const free = [line(0, { gst: 1_800 })]
  expect(computeCart(free, { ...rules, delivery: 'share' }).shippingTaxes).toMatchObject([{ amount: 9_000 }])
})
