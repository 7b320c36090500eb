import { expect, test } from 'vitest'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { computeCart, type PricedLine, type TaxRules } from './cart.ts'
import { taxOf, type TaxRounding } from './tax-rounding.ts'

const rules = (rounding: TaxRounding, includesTax = false): TaxRules => ({
  name: 'VAT',
  country: 'GB',
  note: '',
  priceOf: (_item, price) => price,
  includesTax,
  rounding,
  delivery: 'share',
  rateOf: ({ gst }) => ({ rate: gst * 100, why: '' }),
})
const line = (price: number, gst = 2_000, quantity = 1): PricedLine => ({ price, gst, quantity, offer: 0 })
const free = { flat: 0, freeFrom: 0 }
const totalTax = (lines: PricedLine[], rounding: TaxRounding, includesTax = false) =>
  computeCart(lines, { shipping: free, tax: rules(rounding, includesTax) }).tax

test('20 % of 17.50 is 3.50, however many lines make up the sum', () => {
  const lines = [line(583), line(583), line(584)]
  expect(totalTax(lines, 'line')).toBe(351)
  expect(totalTax(lines, 'rate')).toBe(350)
  expect(totalTax(lines, 'rate', true)).toBe(totalTax(lines, 'line', true))
})

test.each([
  // 9 % of 100.05 is 9.0045, so each half is 9.00; 18 % would be 18.01.
  [10_005, 180_000, 1_800, 1_801],
  [10_008, 180_000, 1_802, 1_801],
  [10_000, 180_000, 1_800, 1_800],
  [1, 50_000, 0, 0],
])('the halves of %d at %d millionths are equal and make %d, not %d', (net, rate, halves, whole) => {
  expect(taxOf(net, rate, { includesTax: false, rounding: 'halves' })).toBe(halves)
  expect(taxOf(net, rate, { includesTax: false })).toBe(whole)
})

test('taxes of random carts follow their rounding, and lines, delivery and totals agree', () => {
  const random = randomNumbers(52)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  for (let round = 0; round < 20_000; round++) {
    const gst = [500, 1_200, 1_800, 2_000, 2_550]
    const lines = Array.from({ length: 1 + upTo(8) }, () => line(upTo(9_999), gst[upTo(4)], 1 + upTo(4)))
    const rounding = (['rate', 'halves', 'line'] as const)[upTo(2)] ?? 'line'
    const cart = computeCart(lines, { shipping: { flat: upTo(999), freeFrom: null }, tax: rules(rounding) })
    const parts = [
      ...cart.lines.map(({ rate, total, tax }) => ({ rate, net: total - tax, tax })),
      ...cart.shippingTaxes.map(({ rate, amount: net, tax }) => ({ rate, net, tax })),
    ]
    const sum = (some: typeof parts, name: 'net' | 'tax') => some.reduce((all, each) => all + each[name], 0)
    if (cart.total !== sum(parts, 'net') + sum(parts, 'tax') || cart.tax !== sum(parts, 'tax'))
      expect.fail(`The totals do not add up: ${JSON.stringify(cart)}`)
    for (const { rate, net, tax } of parts) {
      if (Math.abs((net * rate) / 1e6 - tax) > (rounding === 'rate' ? 1.5 : 1))
        expect.fail(`A line has ${tax} on ${net} at ${rate}`)
      if (rounding === 'halves' && tax !== 2 * Math.round((net * rate) / 2e6)) expect.fail(`${tax} on ${net}`)
    }
    if (rounding !== 'rate') continue
    for (const [rate, some] of Map.groupBy(parts, (part) => part.rate))
      if (sum(some, 'tax') !== Math.round((sum(some, 'net') * rate) / 1e6))
        expect.fail(`The tax at ${rate} is ${sum(some, 'tax')} on ${sum(some, 'net')}`)
  }
})
