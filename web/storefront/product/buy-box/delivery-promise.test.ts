import { expect, it } from 'vitest'
import { getDelivery } from '#contract/orders/delivery/delivery.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { cashText, deliveryText, freeFromText } from './delivery-promise.tsx'

const shop = { currency: 'INR', locale: 'en-IN', isSoldOut: false }
const sample = sampleOf(getDelivery.answer).data
const estimate = (standard: { price: number; freeFrom: number | null }, days = 14) => ({
  ...sample,
  methods: [
    {
      ...sample.methods[0]!,
      ...standard,
      arrival: { from: '2026-11-26', to: '2026-11-29', text: 'Thu 26 – Sun 29 Nov' },
    },
  ],
  returns: { days, paidBy: 'shop' as const },
})

it('says cost, arrival and returns in one line', () => {
  expect(deliveryText(estimate({ price: 0, freeFrom: 1499 }), shop)).toBe(
    'Free delivery · Thu 26 – Sun 29 Nov · 14-day returns',
  )
  expect(deliveryText(estimate({ price: 99, freeFrom: null }, 0), shop)).toBe(
    'Delivery ₹99 · Thu 26 – Sun 29 Nov · No returns',
  )
  expect(deliveryText(estimate({ price: 0, freeFrom: 1499 }), { ...shop, isSoldOut: true })).toBe(
    'Free delivery · 14-day returns',
  )
})

it('names the order value for free delivery only while the item itself is below it', () => {
  expect(freeFromText(estimate({ price: 99, freeFrom: 1499 }), shop)).toBe('Free on orders of ₹1,499 or more')
  expect(freeFromText(estimate({ price: 0, freeFrom: 1499 }), shop)).toBe('')
  expect(freeFromText(estimate({ price: 99, freeFrom: null }), shop)).toBe('')
})

it('says whether cash is possible', () => {
  const cash = (possible: boolean, upTo: number | null) =>
    cashText({ ...sample, cash: { possible, upTo } }, shop)
  expect(cash(false, 5)).toBe('No cash on delivery')
  expect(cash(true, null)).toBe('Cash on delivery')
  expect(cash(true, 25_000)).toBe('Cash on delivery up to ₹25,000')
})
