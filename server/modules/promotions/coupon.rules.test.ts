import { expect, test } from 'vitest'
import { couponProblem, couponRule, customerKeys, isFor, type Coupon } from './index.ts'

const coupon: Coupon = {
  id: 1,
  code: 'DIWALI',
  kind: 'percent',
  percent: 1_000,
  amount: null,
  startsAt: new Date('2026-10-19T18:30:00Z'),
  endsAt: new Date('2026-11-09T18:30:00Z'),
  minimum: 149_900,
  categoryIds: [],
  productIds: [],
  oncePerCustomer: true,
  usageLimit: 10,
  used: 9,
  isActive: true,
}
const here = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }
const now = new Date('2026-11-01T10:00:00Z')
const problemOf = (changes: Partial<Coupon>, given: object = {}) =>
  couponProblem({ ...coupon, ...changes }, { ...here, code: ' diwali ', now, goods: 149_900, ...given })

test('a coupon that holds has no problem, from its first moment to just before its last', () => {
  expect(problemOf({})).toBeNull()
  expect(problemOf({}, { now: coupon.startsAt })).toBeNull()
  expect(problemOf({}, { now: new Date(coupon.endsAt!.getTime() - 1) })).toBeNull()
  expect(problemOf({ startsAt: null, endsAt: null, minimum: 0 }, { goods: 0 })).toBeNull()
  expect(problemOf({ oncePerCustomer: false }, { customers: ['user:1'] })).toBeNull()
})

test('each reason why it does not is told in a sentence', () => {
  expect(couponProblem(undefined, { ...here, code: ' xyz', now, goods: 0 })).toBe('There is no coupon XYZ.')
  expect(problemOf({ isActive: false })).toBe('The coupon DIWALI does not hold any more.')
  expect(problemOf({}, { now: new Date('2026-10-19T18:29:59Z') })).toBe(
    'The coupon DIWALI holds from 20 October 2026 on.',
  )
  // It ends with the 9th in India, which is said of the 9th and not of the 10th.
  expect(problemOf({}, { now: coupon.endsAt })).toBe('The coupon DIWALI ended on 9 November 2026.')
  expect(problemOf({ used: 10 })).toBe('The coupon DIWALI is used up.')
  expect(problemOf({}, { customers: ['email:a@b.example'] })).toBe('You have used the coupon DIWALI already.')
  expect(problemOf({ productIds: [7] }, { goods: 0 })).toBe(
    'The coupon DIWALI is not for what is in the cart.',
  )
  expect(problemOf({}, { goods: 149_899 })).toBe('The coupon DIWALI holds from ₹1,499.00 on.')
  expect(problemOf({ categoryIds: [7] }, { goods: 1 })).toBe(
    'The coupon DIWALI holds from ₹1,499.00 of the goods that it is for on.',
  )
})

test('it is for everything, or for the products and categories that it names', () => {
  const named = { ...coupon, productIds: [5], categoryIds: [2] }
  const isIt = (one: Coupon, productId: number, categoryId: number) => isFor(one, { productId, categoryId })
  expect(isIt(coupon, 9, 9)).toBe(true)
  expect([isIt(named, 5, 9), isIt(named, 9, 2), isIt(named, 2, 5)]).toEqual([true, true, false])
})

test('what it takes off, and who has used it', () => {
  expect(couponRule(coupon)).toEqual({ kind: 'percent', percent: 1_000 })
  expect(couponRule({ kind: 'amount', percent: null, amount: 500 })).toEqual({ kind: 'amount', amount: 500 })
  expect(couponRule({ kind: 'free_delivery', percent: null, amount: null })).toEqual({
    kind: 'free_delivery',
  })
  expect(customerKeys({ userId: 12, email: ' Asha@Example.com ' })).toEqual([
    'user:12',
    'email:asha@example.com',
  ])
  expect(customerKeys({ email: 'a@b.example' })).toEqual(['email:a@b.example'])
})
