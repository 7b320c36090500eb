import {
  createBanner,
  deleteBanner,
  getAdminBanners,
  orderBanners,
  updateBanner,
} from '#contract/admin-banner.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { listAdminBanners } from './admin-banner.queries.ts'
import * as banners from './banner.writes.ts'
import { given } from './input.rules.ts'
import { setOrder } from './order.writes.ts'
import { requireUpload, withPicture } from './uploaded-picture.ts'

const picture = 'bannerimage'

/** What staff does with banners. */
export const bannerRoutes = [
  route(getAdminBanners, async (input, { db, shop }) => ({
    ...(await listAdminBanners(db, shop.configId, input)),
    timeZone: shop.timeZone,
  })),

  personalRoute(createBanner, async (input, context) => {
    requireUpload(context, picture)
    const data = await withPicture(context, picture, async (tx, write, file = '') => ({
      id: await banners.createBanner(tx, write, { ...given(input), picture: file }),
      bannerimage: file,
    }))
    return { bannerimage: data.bannerimage, data, message: 'Banner added successfully' }
  }),

  personalRoute(updateBanner, async ({ id, version, ...input }, context) => {
    await withPicture(context, picture, (tx, write, file) =>
      banners.updateBanner(tx, write, id, { ...given({ ...input, picture: file }), version }),
    )
    return { message: 'Banner updated successfully' }
  }),

  personalRoute(deleteBanner, async ({ id }, context) => {
    await asStaff(context, (tx, write) => banners.deleteBanner(tx, write, id))
    return { message: 'Banner deleted successfully' }
  }),

  personalRoute(orderBanners, async ({ ids }, context) => {
    await asStaff(context, (tx, write) => setOrder(tx, write, 'banner', ids))
    return { message: 'The new order is saved' }
  }),
]
