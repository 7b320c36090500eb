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

/** Before the path of a page it names the page's data as JSON, for navigation by script. */
export const pageDataPath = '/_page'

/** Every URL of the storefront. `web/routes.ts` holds the matching patterns. */
export const links = {
  home: () => '/',
  /** `next`: the path of this shop to open after the login. `done`: the step that the page confirms. */
  login: (next?: string | null, done?: 'reset' | 'joined') => withQuery('/login', { done, next }),
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
  /** Where guests find their order. */
  findOrder: () => '/orders',
  /** The access token opens the order without a login. `placed`: the page thanks for it. */
  order: (number: string, accessToken?: string, placed?: 'placed') =>
    withQuery(`/orders/${number}`, { accessToken, placed: placed && 1 }),
  /** PDF. */
  invoice: (number: string, accessToken?: string) =>
    withQuery(`/api/orders/${number}/invoice`, { accessToken }),
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
  image: (file: string, width?: number, type: 'webp' | 'avif' = 'webp') => {
    const path = file.replaceAll('\\', '/').replace(/^\/?(uploads\/)?/, '')
    return width ? `/uploads/${path.replace(/\.[a-z]+$/, '')}-${width}.${type}` : `/uploads/${path}`
  },
} as const

/**
 * Pages that the server renders for one visitor, with that visitor's cart or account in the HTML. They are never cached. All
 * other pages are the same for everyone.
 */
const personalPages = /^\/(?:cart|wishlist|account|checkout|orders\/[^/]+|wishlists\/[^/]+)\/*$/i

/** Whether the page at this path belongs to its visitor. Like all addresses it matches in any case. */
export const isPersonalPage = (pathname: string): boolean => personalPages.test(pathname)

/** Every URL of the dashboard. A filter becomes the query string of its list. */
export const dashboardLinks = {
  overview: () => '/dashboard',
  /** Name: "Activity log". */
  audit: (filter?: { job?: string; subject?: string; subjectId?: number | undefined }) =>
    withQuery('/dashboard/audit', filter),
  products: (filter?: Query) => withQuery('/dashboard/all-products', filter),
  newProduct: () => '/dashboard/add-product',
  product: (id: number) => `/dashboard/products/${id}`,
  imports: () => '/dashboard/imports',
  import: (id: number) => `/dashboard/imports/${id}`,
  /** CSV. */
  refusedImportRows: (id: number) => `/api/admin/imports/${id}/refused`,
  stock: (filter?: Query) => withQuery('/dashboard/stock', filter),
  /** The stock movements of one variant. */
  stockLedger: (variantId: number) => `/dashboard/stock/${variantId}`,
  categories: () => '/dashboard/categories',
  subcategories: () => '/dashboard/sub-categories',
  specifications: () => '/dashboard/specifications',
  collections: () => '/dashboard/collections',
  collection: (id: number) => `/dashboard/collections/${id}`,
  orders: (filter?: Query) => withQuery('/dashboard/orders', filter),
  pendingOrders: (filter?: Query) => withQuery('/dashboard/orders/pending', filter),
  completedOrders: () => '/dashboard/orders/completed',
  cancelledOrders: () => '/dashboard/orders/cancelled',
  order: (number: string) => `/dashboard/orders/${number}`,
  /** PDF. */
  invoice: (number: string) => `/api/admin/orders/${number}/invoice`,
  /** PDF. */
  packingSlip: (number: string) => `/api/admin/orders/${number}/packing-slip`,
  customers: () => '/dashboard/customers',
  customer: (id: number) => `/dashboard/customers/${id}`,
  comments: (filter?: Query) => withQuery('/dashboard/comments', filter),
  reports: () => '/dashboard/reports',
  /** CSV of all rows of a sales report. */
  salesExport: (filter: Query) => withQuery('/api/admin/reports/sales/export', filter),
  reconciliation: () => '/dashboard/reconciliation',
  banners: () => '/dashboard/banner',
  coupons: () => '/dashboard/coupons',
  coupon: (id: number | 'new') => `/dashboard/coupons/${id}`,
  searchReport: () => '/dashboard/search',
  /** CSV of all rows of the search report. */
  searchReportExport: (filter: Query) => withQuery('/api/admin/search/report/export', filter),
  /** `word` starts a new group of synonyms with it. */
  synonyms: (word?: string) => withQuery('/dashboard/search/synonyms', { word }),
  searchRules: () => '/dashboard/search/rules',
  searchRule: (id: number) => `/dashboard/search/rules/${id}`,
  /** `query` is the search that the new rule applies to. */
  newSearchRule: (query?: string) => withQuery('/dashboard/search/rules/new', { for: query }),
  roles: () => '/dashboard/user-roles',
  apiDocs: () => '/api/docs',
  apiKeys: () => '/dashboard/api-keys',
  pages: () => '/dashboard/pages',
  page: (id: number | 'new') => `/dashboard/pages/${id}`,
  emails: () => '/dashboard/emails',
  backups: () => '/dashboard/backups',
  export: () => '/dashboard/export',
  /** All rows of a list as a file. */
  listExport: (kind: ExportedKind) => (filter: Query) => withQuery(`/api/admin/exports/${kind}`, filter),
  /** Zip file. */
  exportFile: (id: number) => `/api/admin/archives/${id}/file`,
  settings: (section?: SettingsSection) =>
    section ? `/dashboard/settings/${section}` : '/dashboard/settings',
} as const

/** The lists of `contract/list-export.ts`. */
type ExportedKind =
  | 'products'
  | 'stock'
  | 'categories'
  | 'subcategories'
  | 'specifications'
  | 'collections'
  | 'orders'
  | 'customers'
  | 'comments'
  | 'coupons'
  | 'staff'
  | 'pages'
  | 'emails'
  | 'audit'

type SettingsSection =
  | 'home'
  | 'currency'
  | 'tax'
  | 'shipping'
  | 'payment'
  | 'returns'
  | 'retention'
  | 'reviews'
  | 'checkout'
  | 'invoices'
  | 'notifications'

/** Whether a path of this shop belongs to the dashboard. Like all addresses it matches in any case. */
export const isDashboardPath = (path: string) => /^\/dashboard(?:[/?#]|$)/i.test(path)

/** The widths in pixels that images are scaled to; an image is never enlarged. */
export const imageWidths = [160, 320, 480, 640, 800, 960, 1280, 1920] as const

type Query = Record<string, string | number | null | undefined>

/** Leaves out empty values. */
function withQuery(path: string, query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}
