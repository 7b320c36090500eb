import { adminResource, usualCalls } from './resource.ts'

export const coupons = adminResource(usualCalls('admin/coupons'))
