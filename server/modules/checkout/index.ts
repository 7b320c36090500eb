export { checkoutRoutes } from './checkout.routes.ts'
export { deliveryRoutes } from './delivery.routes.ts'
export { placeOrder } from './place.ts'
