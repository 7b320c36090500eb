export { exportWishlist } from './wishlist.queries.ts'
export { wishlistRoutes } from './wishlist.routes.ts'
export { addToWishlist, mergeWishlist } from './wishlist.writes.ts'
