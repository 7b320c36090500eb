export {
  couponAppliesTo,
  couponProblem,
  couponRule,
  customerKeys,
  normalizeCode,
  refuseCoupon,
  type Coupon,
  type CouponRefusal,
} from './coupon.rules.ts'
export { findCoupon, listUsedCustomerKeys } from './coupon.queries.ts'
export { redeemCoupon, releaseCoupon } from './coupon-use.writes.ts'
export { convertCoupons } from './currency.writes.ts'
export { promotionRoutes } from './promotions.routes.ts'
export { couponAuditSubject } from './coupon-audit-subject.ts'
