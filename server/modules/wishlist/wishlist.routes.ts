import {
  createWishlist,
  deleteWishlist,
  getSharedWishlist,
  getWishlist,
  shareWishlist,
  unshareWishlist,
} from '#contract/wishlist/wishlist.ts'
import { AppError } from '#server/http/errors.ts'
import { requireOwnId } from '#server/http/session/audience.ts'
import { personalRoute } from '#server/http/route.ts'
import { share, unshare, writeAsKnownShopper, writeAsShopper } from '#server/modules/identity/index.ts'
import { findSharedShopper, isLive, listItems } from './wishlist.queries.ts'
import { addItem, removeItem } from './wishlist.writes.ts'

export const wishlistRoutes = [
  personalRoute(getWishlist, async ({ userid }, { db, shop, shopper, caller }) => {
    requireOwnId(caller, userid)
    const id = await shopper.find()
    return { data: id === undefined ? [] : await listItems(db, shop, id) }
  }),

  personalRoute(createWishlist, async ({ userid, productid }, context) => {
    const { db, shop, caller } = context
    requireOwnId(caller, userid)
    if (!(await isLive(db, shop.shopId, productid))) {
      throw new AppError(404, 'not_found', 'This product is no longer available')
    }
    const isNew = await writeAsShopper(context, (tx, shopperId) =>
      addItem(tx, shop.shopId, shopperId, productid),
    )
    return { message: isNew ? 'Added to wishlist' : 'Already in your wishlist' }
  }),

  personalRoute(deleteWishlist, async ({ userid, productid }, context) => {
    requireOwnId(context.caller, userid)
    await writeAsKnownShopper(context, (tx, shopperId) =>
      removeItem(tx, context.shop.shopId, shopperId, productid),
    )
    return { message: 'Removed from wishlist' }
  }),

  personalRoute(shareWishlist, async (_input, context) => {
    const token = await writeAsShopper(context, (tx, shopperId) => share(tx, context.shop.shopId, shopperId))
    return { data: { token } }
  }),

  personalRoute(unshareWishlist, async (_input, context) => {
    await writeAsKnownShopper(context, (tx, shopperId) => unshare(tx, context.shop.shopId, shopperId))
    return { message: 'Share link removed' }
  }),

  personalRoute(getSharedWishlist, async ({ token }, { db, shop }) => {
    const ownerId = await findSharedShopper(db, shop.shopId, token)
    if (ownerId === undefined) throw new AppError(404, 'not_found', 'This wishlist is no longer shared')
    return { data: await listItems(db, shop, ownerId) }
  }),
]
