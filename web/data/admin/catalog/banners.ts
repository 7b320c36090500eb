import { adminResource, usualCalls } from '../resource.ts'

export const banners = adminResource({
  ...usualCalls('admin/banners'),
  create: 'POST banner/createbanner',
  remove: 'DELETE banner/deleteBanner',
  order: 'PUT admin/banners/order',
})
