export { exportCart, type ExportedLine } from './cart-export.queries.ts'
export { mergeCart } from './cart-merge.writes.ts'
export { cartRoutes } from './cart.routes.ts'
