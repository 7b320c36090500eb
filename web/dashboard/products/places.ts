/** The addresses of this screen. */
export const allProducts = '/dashboard/all-products'
export const addProduct = '/dashboard/add-product'
export const editProduct = (id: number) => `/dashboard/products/${id}`
