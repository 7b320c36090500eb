import {
  createCoupon,
  deleteCoupon,
  getCoupon,
  getCoupons,
  updateCoupon,
} from '#contract/promotions/coupon.ts'
import { adminResource } from './resource.ts'

export const coupons = adminResource('coupons', {
  list: getCoupons,
  detail: getCoupon,
  create: createCoupon,
  update: updateCoupon,
  remove: deleteCoupon,
})
