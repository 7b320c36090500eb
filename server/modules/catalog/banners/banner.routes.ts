import {
  createBanner,
  deleteBanner,
  getAdminBanner,
  getAdminBanners,
  orderBanners,
  updateBanner,
} from '#contract/catalog/admin/banner.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import * as banners from './banner.writes.ts'
import { definedFields, notFound } from '../input.rules.ts'
import { reorder } from '../positions/reorder.writes.ts'
import { requireUpload, withUploadedImage } from '../images/uploaded-image.ts'
import { findAdminBanner, listAdminBanners } from './banner.queries.ts'

const image = 'bannerimage'

/** The dashboard's banner endpoints. */
export const bannerRoutes = [
  route(getAdminBanners, async (input, { db, shop }) => ({
    ...(await listAdminBanners(db, shop.shopId, input)),
    timeZone: shop.timeZone,
  })),

  route(getAdminBanner, async ({ id }, { db, shop }) => {
    const data = await findAdminBanner(db, shop.shopId, id)
    if (!data) throw notFound('banner')
    return { data, timeZone: shop.timeZone }
  }),

  personalRoute(createBanner, async (input, context) => {
    requireUpload(context, image)
    const data = await withUploadedImage(context, image, async (tx, write, file = '') => ({
      id: await banners.createBanner(tx, write, { ...definedFields(input), image: file }),
      bannerimage: file,
    }))
    return { bannerimage: data.bannerimage, data, message: 'Banner added successfully' }
  }),

  personalRoute(updateBanner, async ({ id, version, ...input }, context) => {
    await withUploadedImage(context, image, (tx, write, file) =>
      banners.updateBanner(tx, write, id, { ...definedFields({ ...input, image: file }), version }),
    )
    return { message: 'Banner updated successfully' }
  }),

  personalRoute(deleteBanner, async ({ id }, context) => {
    await asStaff(context, (tx, write) => banners.deleteBanner(tx, write, id))
    return { message: 'Banner deleted successfully' }
  }),

  personalRoute(orderBanners, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => reorder(tx, write, 'banner', ids))
    return { message: 'Order saved' }
  }),
]
