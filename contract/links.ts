/** The tabs of the profile page in display order; `/profile` without a tab opens the first. */
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

/** The slugs of content pages with a URL at the top level; all others have one below `/pages/`. */
export const topLevelPages: readonly string[] = [
  'help/shipping',
  'help/returns',
  'help/faq',
  'contact',
  'about',
  'careers',
  'privacy-policy',
  'terms',
]

/** Anchors of the product page. */
export const commentsAnchor = 'comments'
export const commentFormAnchor = 'comment-form'

/** Every URL of the storefront. `web/storefront/routes.tsx` holds the matching patterns. */
export const links = {
  home: () => '/',
  /** The other addresses of the dashboard are in `dashboardLinks`, which shoppers need not load. */
  dashboard: () => '/dashboard',
  /**
   * `next`: the path of this shop to open after the login. `done`: the step that the page confirms. `email` fills in the
   * form where no script can.
   */
  login: (next?: string | null, done?: 'reset' | 'joined' | 'registered', email?: string) =>
    withQuery('/login', { done, next, email }),
  signup: (next?: string | null) => withQuery('/signup', { next }),
  forgotPassword: () => '/forget-password',
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  acceptInvitation: (token?: string) => withQuery('/accept-invite', { token }),
  /** One press there ends the emails that ask for comments. */
  unsubscribe: (token?: string) => withQuery('/unsubscribe', { token }),
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  /** `next`: the page to open after a temporary password is changed. */
  profile: (tab?: ProfileTab, next?: string) => withQuery('/profile', { tab, next }),
  account: () => '/account',
  wishlist: () => '/wishlist',
  sharedWishlist: (token: string) => `/wishlists/${token}`,
  cart: () => '/cart',
  /** Checks out the cart or, with an item, that item alone ("Buy now"). */
  checkout: (item?: { productid: number; variantid: number; quantity: number }) =>
    withQuery('/checkout', { product: item?.productid, variant: item?.variantid, quantity: item?.quantity }),
  /** What an agent has prepared, for its buyer to go on with. The id is a secret. */
  continueCheckout: (id: string) => `/continue/${id}`,
  /** Checks out the cart with the fields that an agent has prepared. The id is a secret. */
  preparedCheckout: (session: string) => withQuery('/checkout', { session }),
  /** Where guests find their order. */
  findOrder: () => '/orders',
  /** The access token opens the order without a login. `placed`: the page thanks for it. */
  order: (number: string, accessToken?: string, placed?: 'placed') =>
    withQuery(`/orders/${number}`, { accessToken, placed: placed && 1 }),
  /** Asks to send items of an order back. */
  orderReturn: (number: string, accessToken?: string) =>
    withQuery(`/orders/${number}/return`, { accessToken }),
  /** Where consumers in the EU withdraw from an order. */
  withdrawal: (done?: 'done') => withQuery('/withdrawal', { done: done && 1 }),
  /** PDF. */
  invoice: (number: string, accessToken?: string) =>
    withQuery(`/api/orders/${number}/invoice`, { accessToken }),
  /** PDF, of a draft too. */
  proForma: (number: string, accessToken?: string) =>
    withQuery(`/api/orders/${number}/pro-forma`, { accessToken }),
  /** PDF. */
  creditNote: (number: string, serial: string, accessToken?: string) =>
    withQuery(`/api/orders/${number}/credit-notes/${serial}`, { accessToken }),
  categories: () => '/categories',
  allCategories: () => '/allcategories',
  /** A category or a collection, by its slug. */
  listing: (slug: string) => `/categories/${slug}`,
  category: (categoryId: number) => `/subcategory/${categoryId}`,
  products: (categoryId?: number, subcategoryId?: number) =>
    categoryId && subcategoryId ? `/products/${categoryId}/${subcategoryId}` : '/products',
  /** Without a category it is the canonical URL; the specification has listings add the category. */
  product: (productId: number, categoryId?: number) =>
    categoryId ? `/product-details/${productId}/${categoryId}` : `/product-details/${productId}`,
  /** Opens the comments of the product page, with the focus in the form for a new one. */
  commentForm: (productId: number) =>
    `/product-details/${productId}?tab=${commentsAnchor}#${commentFormAnchor}`,
  /** Up to four products side by side. */
  compare: (productIds: readonly number[]) => `/compare?products=${productIds.join(',')}`,
  search: (text?: string) => withQuery('/search', { q: text }),
  /** The page that the service worker shows without a connection. The fragment names the page that was asked for. */
  offline: () => '/offline',
  /** A content page. */
  page: (slug: string) => (topLevelPages.includes(slug) ? `/${slug}` : `/pages/${slug}`),
  /** A stored image, in full size or scaled to one of `imageWidths`. Legacy paths with backslashes work too. */
  image: (file: string, width?: number, type: 'webp' | 'avif' | 'jpg' = 'webp') => {
    const path = file.replaceAll('\\', '/').replace(/^\/?(uploads\/)?/, '')
    return width ? `/uploads/${path.replace(/\.[a-z]+$/, '')}-${width}.${type}` : `/uploads/${path}`
  },
} as const

/**
 * Pages that the server renders for one visitor, with that visitor's cart or account in the HTML. They are never cached. All
 * other pages are the same for everyone.
 */
const personalPages =
  /^\/(?:cart|wishlist|account|checkout|continue\/[^/]+|orders\/[^/]+(?:\/return)?|wishlists\/[^/]+)\/*$/i

/** Whether the page at this path belongs to its visitor. Like all addresses it matches in any case. */
export const isPersonalPage = (pathname: string): boolean => personalPages.test(pathname)

/**
 * Whether an address holds the secret id of something that an agent has prepared. Its page is not indexed, and browsers tell
 * no other site where they come from.
 */
export const isPreparedPage = (url: string): boolean =>
  /^\/(?:continue\/|checkout\/*\?(?:[^#]*&)?session=)/i.test(url)

/** Whether a path of this shop belongs to the dashboard. Like all addresses it matches in any case. */
export const isDashboardPath = (path: string) => /^\/dashboard(?:[/?#]|$)/i.test(path)

/** The widths in pixels that images are scaled to; an image is never enlarged. */
export const imageWidths = [160, 320, 480, 640, 800, 960, 1280, 1920] as const

/** The width of the JPEG for programs that read no WebP. */
export const jpegWidth = 1280

/** Empty values are left out of the query string. */
export type Query = Record<string, string | number | null | undefined>

/** A path with the values of a query string. Leaves out empty ones. */
export function withQuery(path: string, query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}
