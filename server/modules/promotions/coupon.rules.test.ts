import { expect, test } from 'vitest'
import { couponProblem, couponRule, couponAppliesTo, customerKeys, type Coupon } from './index.ts'

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
const shop = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }
const now = new Date('2026-11-01T10:00:00Z')
const problemOf = (changes: Partial<Coupon>, given: object = {}) =>
  couponProblem({ ...coupon, ...changes }, { ...shop, code: ' diwali ', now, base: 149_900, ...given })

test('accepts a coupon from its start to just before its end', () => {
  expect(problemOf({})).toBeNull()
  expect(problemOf({}, { now: coupon.startsAt })).toBeNull()
  expect(problemOf({}, { now: new Date(coupon.endsAt!.getTime() - 1) })).toBeNull()
  expect(problemOf({ startsAt: null, endsAt: null, minimum: 0 }, { base: 0 })).toBeNull()
  expect(problemOf({ oncePerCustomer: false }, { usedKeys: ['user:1'] })).toBeNull()
})

test('explains each reason why a coupon does not apply', () => {
  expect(couponProblem(undefined, { ...shop, code: ' xyz', now, base: 0 })).toBe(
    'Coupon XYZ doesn’t exist. Check the code and try again.',
  )
  expect(problemOf({ isActive: false })).toBe('Coupon DIWALI is no longer valid.')
  expect(problemOf({}, { now: new Date('2026-10-19T18:29:59Z') })).toBe(
    'Coupon DIWALI is valid from 20 October 2026.',
  )
  // It ends at midnight after the 9th in India, so the message names the 9th.
  expect(problemOf({}, { now: coupon.endsAt })).toBe('Coupon DIWALI expired on 9 November 2026.')
  expect(problemOf({ used: 10 })).toBe('Coupon DIWALI has been fully redeemed.')
  expect(problemOf({}, { usedKeys: ['email:a@b.example'] })).toBe('You have already used coupon DIWALI.')
  expect(problemOf({ productIds: [7] }, { base: 0 })).toBe(
    'Coupon DIWALI doesn’t apply to the items in your cart.',
  )
  expect(problemOf({}, { base: 149_899 })).toBe('Coupon DIWALI requires a minimum of ₹1,499.00.')
  expect(problemOf({ categoryIds: [7] }, { base: 1 })).toBe(
    'Coupon DIWALI requires a minimum of ₹1,499.00 on eligible items.',
  )
})

test('applies to all products, or to those of its products and categories', () => {
  const limited = { ...coupon, productIds: [5], categoryIds: [2] }
  const applies = (each: Coupon, productId: number, categoryId: number) =>
    couponAppliesTo(each, { productId, categoryId })
  expect(applies(coupon, 9, 9)).toBe(true)
  expect([applies(limited, 5, 9), applies(limited, 9, 2), applies(limited, 2, 5)]).toEqual([
    true,
    true,
    false,
  ])
})

test('answers the discount of a coupon and the keys of a customer', () => {
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
  expect(customerKeys({ email: '', phone: '+91 98714 18929' })).toEqual(['phone:9871418929'])
})
