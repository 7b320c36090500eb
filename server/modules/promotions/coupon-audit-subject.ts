import {
  flag,
  moment,
  money,
  named,
  namesIn,
  percent,
  plain,
  undoWith,
  type AuditSubject,
} from '#server/modules/audit/index.ts'
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
  listNames: namesIn('coupon', 'code'),
  undo: undoWith<CouponInput>({
    lock: lockCoupon,
    create: createCoupon,
    update: updateCoupon,
    remove: deleteCoupon,
    moments: ['startsAt', 'endsAt'],
  }),
}

const kinds = { percent: 'Percent', amount: 'Amount', free_delivery: 'Free delivery' }
