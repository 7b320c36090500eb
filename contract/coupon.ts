import { z } from 'zod'
import { count, created, limitInTime } from './admin-fields.ts'
import { endpoint } from './endpoint.ts'
import { amount, flag, id, listing, moment, percent, text, version } from './fields.ts'

export const couponKinds = ['percent', 'amount', 'free_delivery'] as const
export type CouponKind = (typeof couponKinds)[number]

/** By the clock of the server. ended: its time is over, or it is used up. */
export const couponStates = ['active', 'planned', 'ended', 'off'] as const
export type CouponState = (typeof couponStates)[number]

const ids = z.array(id).max(500, 'At most 500')
const uses = z
  .number('This must be a whole number')
  .int('This must be a whole number')
  .min(1, 'At least one use')
  .max(1_000_000_000, 'That is too many')

/** What can be set of a coupon; amounts are major units. */
const fields = {
  code: text(40)
    .trim()
    .toUpperCase()
    .regex(
      /^[A-Z0-9][A-Z0-9_-]+$/,
      'A code is made of at least two letters, digits, hyphens and underscores',
    ),
  kind: z.enum(couponKinds),
  percent: percent.nullable().describe('what is taken off, of kind percent'),
  amount: amount.nullable().describe('what is taken off in all, of kind amount'),
  startsAt: limitInTime,
  endsAt: limitInTime,
  minimum: amount.describe('value of the goods that it is for, after offers, from which it holds'),
  categoryIds: ids,
  productIds: ids.describe('where neither names anything it is for the whole cart'),
  oncePerCustomer: flag,
  usageLimit: uses.nullable().describe('how often it can be used in all; null: without limit'),
  isActive: flag,
}

export const couponInput = z.strictObject({
  code: fields.code,
  kind: fields.kind,
  percent: fields.percent.default(null),
  amount: fields.amount.default(null),
  startsAt: fields.startsAt.default(null),
  endsAt: fields.endsAt.default(null),
  minimum: fields.minimum.default(0),
  categoryIds: fields.categoryIds.default([]),
  productIds: fields.productIds.default([]),
  oncePerCustomer: fields.oncePerCustomer.default(false),
  usageLimit: fields.usageLimit.default(null),
  isActive: fields.isActive.default(true),
})

/** A coupon as the dashboard lists it; amounts are major units. */
export const couponRow = z.object({
  id: z.number().int(),
  code: z.string(),
  kind: z.enum(couponKinds),
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  minimum: z.number(),
  oncePerCustomer: z.boolean(),
  usageLimit: z.number().int().nullable(),
  used: count,
  isActive: z.boolean(),
  isForAll: z.boolean().describe('of the goods; else of some products and categories'),
  canDelete: z.boolean().describe('no order has named it'),
  state: z.enum(couponStates),
  version: z.number().int(),
})
export type CouponRow = z.infer<typeof couponRow>

const named = z.array(z.object({ id: z.number().int(), name: z.string() }))
export const couponDetail = couponRow.extend({ categories: named, products: named })
export type CouponDetail = z.infer<typeof couponDetail>

const timeZone = z.string().describe('IANA; of the shop, which the dates are meant in')

export const getCoupons = endpoint({
  method: 'GET',
  path: 'admin/coupons',
  audience: 'staff:marketing',
  summary: 'Coupons, found by their code',
  input: z.strictObject({
    ...listing,
    state: z.enum(couponStates).optional(),
    sort: z.enum(['newest', 'code', 'code_desc', 'used', 'used_desc', 'ends', 'ends_desc']).default('newest'),
  }),
  answer: z.object({ data: z.array(couponRow), total: count, timeZone }),
})

export const getCoupon = endpoint({
  method: 'GET',
  path: 'admin/coupons/:id',
  audience: 'staff:marketing',
  summary: 'One coupon with the products and categories that it is for',
  input: z.strictObject({ id }),
  answer: z.object({ data: couponDetail, timeZone }),
})

export const createCoupon = endpoint({
  method: 'POST',
  path: 'admin/coupons',
  audience: 'staff:marketing',
  summary: 'Adds a coupon',
  input: couponInput,
  answer: created,
})

export const updateCoupon = endpoint({
  method: 'PATCH',
  path: 'admin/coupons/:id',
  audience: 'staff:marketing',
  summary: 'Changes the given fields of a coupon',
  input: z.strictObject(fields).partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: 'admin/coupons/:id',
  audience: 'staff:marketing',
  summary: 'Deletes a coupon that no order has named; others can only be switched off',
  input: z.strictObject({ id }),
  answer: z.object({}),
})
