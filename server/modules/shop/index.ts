export { addShop } from './add-shop.ts'
export { revertibleShop } from './revertible-shop.ts'
export { shopRoutes } from './shop.routes.ts'
export { updateShop, type ShopChanges } from './shop.writes.ts'
