import { expect, test } from 'vitest'
import { randomNumbers } from '#test/harness/catalogue.ts'
import { computeCart, type PricedLine } from './cart.ts'

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
  expect(computeCart(lines, shipping)).toEqual({
    pieces: 3,
    subtotal: 119_800,
    discount: 13_724,
    shipping: 9_900,
    tax: 15_132,
    total: 115_976,
    freeShippingFrom: 149_900,
    lines: [
      { subtotal: 109_800, discount: 13_724, tax: 14_656, total: 96_076 },
      { subtotal: 10_000, discount: 0, tax: 476, total: 10_000 },
    ],
  })
})

test('an empty cart costs nothing, delivery included', () => {
  expect(computeCart([], shipping)).toMatchObject({
    pieces: 0,
    subtotal: 0,
    shipping: 0,
    total: 0,
    lines: [],
  })
})

test('shipping is free from the limit on, after discount', () => {
  const shippingOf = (...lines: PricedLine[]) => computeCart(lines, shipping).shipping
  expect(shippingOf(line(149_899))).toBe(9_900)
  expect(shippingOf(line(149_900))).toBe(0)
  expect(shippingOf(line(149_900, { offer: 1 }))).toBe(9_900)
  expect(computeCart([line(1e9)], { flat: 100, freeFrom: null })).toMatchObject({ shipping: 100 })
  expect(computeCart([line(0)], { flat: 100, freeFrom: 0 })).toMatchObject({ shipping: 0, total: 0 })
})

test('half a minor unit of tax is rounded up', () => {
  // 21 at 5 % contains exactly 1; 11 contains 0.52 and 10 contains 0.476. At 100 %, half of it is tax.
  expect([21, 11, 10].map((price) => computeCart([line(price, { gst: 500 })], shipping).tax)).toEqual([
    1, 1, 0,
  ])
  expect([1, 3].map((price) => computeCart([line(price, { gst: 10_000 })], shipping).tax)).toEqual([1, 2])
})

test('where prices are without GST it comes on top, line by line, and delivery is free by the goods alone', () => {
  const lines = [line(54_900, { offer: 1_250, gst: 1_800, quantity: 2 }), line(10, { gst: 500 })]
  expect(computeCart(lines, { flat: 9_900, freeFrom: 96_087 }, false)).toMatchObject({
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
  expect(() => computeCart(Array(100).fill(dearest) as PricedLine[], shipping)).toThrow(RangeError)
})

test('of any cart: the sums hold, the shares add up, nothing is negative or broken', () => {
  const random = randomNumbers(7)
  const upTo = (most: number) => Math.floor(random() * (most + 1))
  for (let round = 0; round < 3_000; round++) {
    const lines = Array.from({ length: upTo(12) }, () =>
      line(upTo(10 ** (1 + upTo(9))), { offer: upTo(10_000), gst: upTo(10_000), quantity: 1 + upTo(998) }),
    )
    const rule = { flat: upTo(20_000), freeFrom: random() < 0.2 ? null : upTo(500_000) }
    const included = random() < 0.5
    const cart = computeCart(lines, rule, included)
    const { subtotal, discount, tax, total, shipping: cost } = cart
    if (total !== subtotal - discount + cost + (included ? 0 : tax))
      expect.fail(`The sums do not hold: ${JSON.stringify(cart)}`)
    const amounts = [cart, ...cart.lines].flatMap((part) => Object.values(part).filter(Number.isFinite))
    if (!amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0 && !Object.is(amount, -0)))
      expect.fail(`Negative or broken: ${JSON.stringify(cart)}`)
    const shares = { subtotal, discount, tax, total: total - cost }
    for (const name of ['subtotal', 'discount', 'tax', 'total'] as const) {
      if (cart.lines.reduce((sum, share) => sum + share[name], 0) !== shares[name])
        expect.fail(`The shares of ${name} do not add up: ${JSON.stringify(cart)}`)
    }
    for (const [at, share] of cart.lines.entries()) {
      const { gst } = lines[at]!
      const goods = share.subtotal - share.discount
      const exact = included ? goods - goods / (1 + gst / 10_000) : (goods * gst) / 10_000
      if (Math.abs(share.tax - exact) > 0.5001) expect.fail(`${share.tax} of tax in ${share.total} at ${gst}`)
    }
  }
})
