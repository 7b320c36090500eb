import { z } from 'zod'
import { count, created, optionalMoment } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { amount, flag, id, listing, moment, percent, text, version } from '../fields.ts'

export const couponKinds = ['percent', 'amount', 'free_delivery'] as const
export type CouponKind = (typeof couponKinds)[number]

/** By the clock of the server. ended: past its end date, or used up. */
export const couponStates = ['active', 'planned', 'ended', 'off'] as const
export type CouponState = (typeof couponStates)[number]

const ids = z.array(id).max(500, 'Up to 500')
const uses = z
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(1, 'Allow at least one use')
  .max(1_000_000_000, 'This number is too high')

/** The editable fields of a coupon; amounts are major units. */
const fields = {
  code: text(40)
    .trim()
    .toUpperCase()
    .regex(
      /^[A-Z0-9][A-Z0-9_-]+$/,
      'Use at least two letters or digits; hyphens and underscores are fine too',
    ),
  kind: z.enum(couponKinds),
  percent: percent.nullable().describe('the discount, if kind is percent'),
  amount: amount.nullable().describe('the discount on the whole order, if kind is amount'),
  startsAt: optionalMoment,
  endsAt: optionalMoment,
  minimum: amount.describe('minimum value, after offers, of the items it applies to'),
  categoryIds: ids,
  productIds: ids.describe('if both lists are empty, it applies to the whole cart'),
  oncePerCustomer: flag,
  usageLimit: uses.nullable().describe('total number of uses; null: unlimited'),
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

/** A row of the coupon table; amounts are major units. */
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
  isForAll: z.boolean().describe('applies to all products, not only to some products and categories'),
  canDelete: z.boolean().describe('no order has used it'),
  state: z.enum(couponStates),
  version: z.number().int(),
})
export type CouponRow = z.infer<typeof couponRow>

const named = z.array(z.object({ id: z.number().int(), name: z.string() }))
export const couponDetail = couponRow.extend({ categories: named, products: named })
export type CouponDetail = z.infer<typeof couponDetail>

const timeZone = z.string().describe("IANA name of the shop's time zone, which the dates refer to")

export const getCoupons = endpoint({
  method: 'GET',
  path: 'admin/coupons',
  audience: 'staff:marketing',
  summary: 'Lists coupons; `q` matches the code',
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
  summary: 'Reads a coupon with the products and categories it applies to',
  input: z.strictObject({ id }),
  answer: z.object({ data: couponDetail, timeZone }),
})

export const createCoupon = endpoint({
  method: 'POST',
  path: 'admin/coupons',
  audience: 'staff:marketing',
  takesIdempotencyKey: true,
  summary: 'Creates a coupon',
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
  summary: 'Deletes a coupon that no order has used; others can only be turned off',
  input: z.strictObject({ id }),
  answer: z.object({}),
})
