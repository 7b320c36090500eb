/** The parts of the profile, in the order they are shown; the first is what `/profile` alone opens. */
export const profileTabs = [
  'details',
  'password',
  'addresses',
  'sessions',
  'orders',
  'wishlist',
  'privacy',
] as const
export type ProfileTab = (typeof profileTabs)[number]

/** Pages of text that stand at an address of their own; every other one stands below `/pages/`. */
export const ownAddressPages: readonly string[] = [
  'help/shipping',
  'help/returns',
  'help/faq',
  'contact',
  'about',
  'careers',
  'privacy-policy',
  'terms',
]

/** Every address of the storefront, built here and nowhere else. */
export const links = {
  home: () => '/',
  /** `next` is the page to go on to, one of our own paths; `done` what led here. */
  login: (next?: string | null, done?: 'registered' | 'reset' | 'joined') =>
    withQuery('/login', { done, next }),
  signup: (next?: string | null) => withQuery('/signup', { next }),
  forgotPassword: () => '/forget-password',
  resetPassword: (token: string) => `/reset-password?token=${encodeURIComponent(token)}`,
  acceptInvitation: (token: string) => `/accept-invite?token=${encodeURIComponent(token)}`,
  verifyEmail: (token: string) => `/verify-email?token=${encodeURIComponent(token)}`,
  /** `next` is the page to go on to once a password that was given is changed. */
  profile: (tab?: ProfileTab, next?: string) => withQuery('/profile', { tab, next }),
  account: () => '/account',
  wishlist: () => '/wishlist',
  sharedWishlist: (token: string) => `/wishlists/${token}`,
  cart: () => '/cart',
  /** Of what is in the cart or, with a product, of that alone. */
  checkout: (item?: { productid: number; variantid: number; quantity: number }) =>
    item
      ? `/checkout?product=${item.productid}&variant=${item.variantid}&quantity=${item.quantity}`
      : '/checkout',
  /** An order; the access token opens it for who is not signed in. */
  order: (number: string, accessToken?: string) => withQuery(`/orders/${number}`, { accessToken }),
  /** The invoice of an order as PDF. */
  invoice: (number: string, accessToken?: string) =>
    withQuery(`/api/orders/${number}/invoice`, { accessToken }),
  dashboard: () => '/dashboard',
  /** For staff, as PDF. */
  paper: (number: string, which: 'invoice' | 'packing-slip') => `/api/admin/orders/${number}/${which}`,
  categories: () => '/categories',
  allCategories: () => '/allcategories',
  /** A category or a collection, by its slug. */
  browse: (slug: string) => `/categories/${slug}`,
  category: (categoryId: number) => `/subcategory/${categoryId}`,
  products: (categoryId?: number, subcategoryId?: number) =>
    categoryId && subcategoryId ? `/products/${categoryId}/${subcategoryId}` : '/products',
  /** The canonical address of a product; lists add the category, as the specification has it. */
  product: (productId: number, categoryId?: number) =>
    categoryId ? `/product-details/${productId}/${categoryId}` : `/product-details/${productId}`,
  search: (text: string) => `/search?q=${encodeURIComponent(text)}`,
  /** A page of text. */
  page: (slug: string) => (ownAddressPages.includes(slug) ? `/${slug}` : `/pages/${slug}`),
  /** A stored picture, whole or scaled to one of `pictureWidths`. Old paths with backslashes are shown with slashes. */
  picture: (file: string, width?: number, type: 'webp' | 'avif' = 'webp') => {
    const path = file.replaceAll('\\', '/').replace(/^\/?(uploads\/)?/, '')
    return width ? `/uploads/${path.replace(/\.[a-z]+$/, '')}-${width}.${type}` : `/uploads/${path}`
  },
} as const

/** The widths in pixels that pictures are scaled to; a picture is never scaled up. */
export const pictureWidths = [160, 320, 480, 640, 800, 960, 1280, 1920] as const

function withQuery(path: string, values: Record<string, string | null | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return given.length > 0 ? `${path}?${given.join('&')}` : path
}
