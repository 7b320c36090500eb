/** The addresses of this screen. */
export const stock = '/dashboard/stock'
export const ledgerOf = (variantId: number) => `/dashboard/stock/${variantId}`
