import {
  createBanner,
  deleteBanner,
  getAdminBanner,
  getAdminBanners,
  orderBanners,
  updateBanner,
} from '#contract/catalog/admin/banner.ts'
import { adminResource } from '../resource.ts'

export const banners = adminResource('banners', {
  list: getAdminBanners,
  detail: getAdminBanner,
  create: createBanner,
  update: updateBanner,
  remove: deleteBanner,
  order: orderBanners,
})
