import { flag, moment, money, named, percent, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import { createCoupon, deleteCoupon, lockCoupon, updateCoupon, type CouponInput } from './coupon.writes.ts'

/** Coupons in the audit log. The number of uses is not part of their state. */
export const couponAuditSubject: AuditSubject = {
  subject: 'coupon',
  noun: 'Coupon',
  permission: 'marketing',
  fields: {
    code: plain('Code'),
    kind: { name: 'Discount type', format: (value) => [kinds[value as CouponInput['kind']]] },
    percent: percent('Percent off'),
    amount: money('Amount off'),
    startsAt: moment('Starts'),
    endsAt: moment('Ends'),
    minimum: money('Minimum order value'),
    categoryIds: named('Categories', 'category'),
    productIds: named('Products', 'product'),
    oncePerCustomer: flag('Once per customer'),
    usageLimit: plain('Total usage limit'),
    isActive: flag('Active'),
  },
  async listNames(db, shopId, ids) {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('coupon')
      .select(['id', 'code'])
      .where('config_id', '=', shopId)
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, code }) => [id, code]))
  },
  undo: {
    read: lockCoupon,
    create: async (tx, write, id, state) =>
      void (await createCoupon(tx, write, withDates(state) as unknown as CouponInput, id)),
    update: (tx, write, id, fields) => updateCoupon(tx, write, id, withDates(fields)),
    remove: deleteCoupon,
  },
}

const kinds = { percent: 'Percent', amount: 'Amount', free_delivery: 'Free delivery' }

/** The audit log stores moments as text. */
function withDates(state: Record<string, unknown>): Record<string, unknown> {
  const moments = ['startsAt', 'endsAt'].filter((field) => typeof state[field] === 'string')
  return {
    ...state,
    ...Object.fromEntries(moments.map((field) => [field, new Date(state[field] as string)])),
  }
}
