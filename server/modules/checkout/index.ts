export { checkoutRoutes } from './checkout.routes.ts'
export { placeOrder } from './place.ts'
