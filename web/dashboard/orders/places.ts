export const allOrders = '/dashboard/orders'
export const pendingOrders = '/dashboard/orders/pending'

/** Where one order is worked on. */
export const orderPath = (number: string) => `${allOrders}/${number}`
