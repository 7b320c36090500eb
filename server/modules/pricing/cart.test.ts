import { expect, test } from 'vitest'
import { randomNumbers } from '#test/harness/catalogue.ts'
import { computeCart, type PricedLine } from './cart.ts'
import { shareOut } from './share-out.ts'
import { stepsOf, totalSteps, type Step } from './steps.ts'

const shipping = { flat: 9_900, freeFrom: 149_900 }
const line = (price: number, rest: Partial<PricedLine> = {}): PricedLine => ({
  price,
  offer: 0,
  gst: 0,
  quantity: 1,
  ...rest,
})

test('offers, shipping and the tax inside the prices', () => {
  const lines = [line(54_900, { offer: 1_250, gst: 1_800, quantity: 2 }), line(10_000, { gst: 500 })]
  expect(computeCart(lines, { shipping })).toEqual({
    pieces: 3,
    subtotal: 119_800,
    discount: 13_724,
    coupon: 0,
    shipping: 9_900,
    tax: 15_132,
    total: 115_976,
    freeShippingFrom: 149_900,
    lines: [
      { subtotal: 109_800, discount: 13_724, coupon: 0, tax: 14_656, total: 96_076 },
      { subtotal: 10_000, discount: 0, coupon: 0, tax: 476, total: 10_000 },
    ],
  })
})

test('an empty cart costs nothing, delivery included', () => {
  expect(computeCart([], { shipping })).toMatchObject({
    pieces: 0,
    subtotal: 0,
    shipping: 0,
    total: 0,
    lines: [],
  })
})

test('shipping is free from the limit on, after discount', () => {
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

test('half a minor unit of tax is rounded up', () => {
  // 21 at 5 % contains exactly 1; 11 contains 0.52 and 10 contains 0.476. At 100 %, half of it is tax.
  expect([21, 11, 10].map((price) => computeCart([line(price, { gst: 500 })], { shipping }).tax)).toEqual([
    1, 1, 0,
  ])
  expect([1, 3].map((price) => computeCart([line(price, { gst: 10_000 })], { shipping }).tax)).toEqual([1, 2])
})

test('where prices are without GST it comes on top, line by line, and delivery is free by the goods alone', () => {
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

test('a sum that no number holds is an error', () => {
  const dearest = line(1_000_000_000_000, { quantity: 999 })
  expect(() => computeCart(Array(100).fill(dearest) as PricedLine[], { shipping })).toThrow(RangeError)
})

const added = (steps: readonly Step[]) =>
  steps.reduce((all, { amount, contained }) => all + (contained ? 0 : amount), 0)

test('of any cart: the sums hold, the shares add up, nothing is negative or broken', () => {
  const random = randomNumbers(7)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  for (let round = 0; round < 100_000; round++) {
    const lines = Array.from({ length: upTo(12) }, () =>
      line(upTo(10 ** (1 + upTo(9))), {
        offer: upTo(10_000),
        gst: upTo(10_000),
        quantity: 1 + upTo(998),
        couponed: random() < 0.7,
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
    const cart = computeCart(lines, { shipping: rule, pricesIncludeTax: included, coupon })
    const { subtotal, discount, coupon: off, tax, total, shipping: cost } = cart
    if (total !== subtotal - discount - off + cost + (included ? 0 : tax))
      expect.fail(`The sums do not hold: ${JSON.stringify(cart)}`)
    const inRupees = { currency: 'INR', locale: 'en-IN', pricesIncludeTax: included }
    if (added(totalSteps(cart, inRupees)) !== total)
      expect.fail(`The steps do not add up: ${JSON.stringify(cart)}`)
    const amounts = [cart, ...cart.lines].flatMap((part) => Object.values(part).filter(Number.isFinite))
    if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0 && !Object.is(amount, -0)))
      expect.fail(`Negative or broken: ${JSON.stringify(cart)}`)
    const shares = { subtotal, discount, coupon: off, tax, total: total - cost }
    for (const name of ['subtotal', 'discount', 'coupon', 'tax', 'total'] as const) {
      if (cart.lines.reduce((sum, share) => sum + share[name], 0) !== shares[name])
        expect.fail(`The shares of ${name} do not add up: ${JSON.stringify(cart)}`)
    }
    for (const [at, share] of cart.lines.entries()) {
      const { gst, couponed } = lines[at]!
      if (!couponed && share.coupon > 0) expect.fail(`${share.coupon} off what the coupon is not for`)
      const goods = share.subtotal - share.discount - share.coupon
      if (goods < 0) expect.fail(`More off than it costs: ${JSON.stringify(share)}`)
      const words = {
        currency: ['JPY', 'INR', 'KWD'][round % 3]!,
        locale: 'en-IN',
        pricesIncludeTax: included,
      }
      if (added(stepsOf(lines[at]!, share, words)) !== share.total)
        expect.fail(`The steps do not add up: ${JSON.stringify(share)}`)
      const exact = included ? goods - goods / (1 + gst / 10_000) : (goods * gst) / 10_000
      if (Math.abs(share.tax - exact) > 0.5001) expect.fail(`${share.tax} of tax in ${share.total} at ${gst}`)
    }
  }
})

test('a coupon of an amount is shared by value, to the last minor unit, and never takes more than there is', () => {
  const lines = [line(100, { couponed: true }), line(100, { couponed: true }), line(100, { couponed: true })]
  const off = (amount: number) =>
    computeCart(lines, { shipping, coupon: { kind: 'amount', amount } }).lines.map(({ coupon }) => coupon)
  expect(off(100)).toEqual([34, 33, 33])
  expect(off(1_000)).toEqual([100, 100, 100])
  expect(shareOut(5, [0, 0])).toEqual([0, 0])
  expect(shareOut(7, [1, 2, 4])).toEqual([1, 2, 4])
})

test('a coupon comes off after the offer and before the tax, and does not cost the free delivery', () => {
  const lines = [line(200_000, { offer: 2_500, gst: 1_800, couponed: true }), line(999, { gst: 500 })]
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

test('the cost of delivery follows from steps of value', () => {
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
