export { checkoutRoutes } from './checkout.routes.ts'
export { deliveryRoutes } from './delivery.routes.ts'
export { makeOrderNumber } from './insert-order.writes.ts'
export { placeOrder } from './place.ts'
