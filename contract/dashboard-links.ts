import { links, withQuery, type Query } from './links.ts'

/** Every URL of the dashboard. A filter becomes the query string of its list. */
export const dashboardLinks = {
  overview: links.dashboard,
  /** Name: "Activity log". */
  audit: (filter?: { job?: string; subject?: string; subjectId?: number | undefined }) =>
    withQuery('/dashboard/audit', filter),
  products: (filter?: Query) => withQuery('/dashboard/all-products', filter),
  newProduct: () => '/dashboard/add-product',
  product: (id: number) => `/dashboard/products/${id}`,
  feeds: () => '/dashboard/feeds',
  customFields: () => '/dashboard/custom-fields',
  redirects: () => '/dashboard/redirects',
  testPayment: (id: number) => `/dashboard/settings/payment/tests/${id}`,
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
  newOrder: () => '/dashboard/orders/new',
  counterSale: () => '/dashboard/orders/new?counter=1',
  orderDrafts: () => '/dashboard/orders/drafts',
  orderDraft: (number: string) => `/dashboard/orders/drafts/${number}`,
  order: (number: string) => `/dashboard/orders/${number}`,
  returns: (filter?: Query) => withQuery('/dashboard/returns', filter),
  return: (id: number) => `/dashboard/returns/${id}`,
  /** PDF. */
  returnLabel: (id: number) => `/api/admin/returns/${id}/label`,
  /** PDF. */
  proForma: (number: string) => `/api/admin/orders/${number}/pro-forma`,
  /** PDF. */
  invoice: (number: string) => `/api/admin/orders/${number}/invoice`,
  /** PDF. */
  creditNote: (number: string, serial: string) => `/api/admin/orders/${number}/credit-notes/${serial}`,
  /** PDF. */
  shipmentSlip: (number: string, id: number) => `/api/admin/orders/${number}/shipments/${id}/packing-slip`,
  orderLabel: (number: string, id: number) => `/api/admin/orders/${number}/labels/${id}/pdf`,
  packing: (filter?: Query) => withQuery('/dashboard/packing', filter),
  /** PDF of many orders. Commas stay as they are, so that the address of 500 orders is short enough for every proxy. */
  packingDocuments: (kind: 'slip' | 'label' | 'pick', numbers: readonly string[]) =>
    `/api/admin/orders/documents?kind=${kind}&numbers=${numbers.join(',')}`,
  packingSlip: (number: string) => `/api/admin/orders/${number}/packing-slip`,
  customers: () => '/dashboard/customers',
  customer: (id: number) => `/dashboard/customers/${id}`,
  comments: (filter?: Query) => withQuery('/dashboard/comments', filter),
  reports: () => '/dashboard/reports',
  /** CSV of all rows of a sales report. */
  salesExport: (filter: Query) => withQuery('/api/admin/reports/sales/export', filter),
  creditReport: () => '/dashboard/reports/credit',
  taxReport: (filter?: Query) => withQuery('/dashboard/reports/tax', filter),
  /** The documents and orders behind a figure of the tax report. */
  taxDocuments: (filter: Query) => withQuery('/dashboard/reports/tax/documents', filter),
  /** CSV of all rows, or all documents, of the tax report. */
  taxExport: (filter: Query) => withQuery('/api/admin/reports/tax/export', filter),
  reconciliation: () => '/dashboard/reconciliation',
  banners: () => '/dashboard/banner',
  giftCards: () => '/dashboard/gift-cards',
  giftCard: (id: number) => `/dashboard/gift-cards/${id}`,
  coupons: () => '/dashboard/coupons',
  coupon: (id: number | 'new') => `/dashboard/coupons/${id}`,
  searchReport: () => '/dashboard/search',
  /** CSV of all rows of the search report. */
  searchReportExport: (filter: Query) => withQuery('/api/admin/search/report/export', filter),
  /** `word` starts a new group of synonyms with it. */
  synonyms: (word?: string) => withQuery('/dashboard/search/synonyms', { word }),
  searchSignals: () => '/dashboard/search/signals',
  searchRules: () => '/dashboard/search/rules',
  searchRule: (id: number) => `/dashboard/search/rules/${id}`,
  /** `query` is the search that the new rule applies to. */
  newSearchRule: (query?: string) => withQuery('/dashboard/search/rules/new', { for: query }),
  roles: () => '/dashboard/user-roles',
  apiDocs: () => '/api/docs',
  apiKeys: () => '/dashboard/api-keys',
  agents: () => '/dashboard/agents',
  agentSessions: (filter?: Query) => withQuery('/dashboard/agents/sessions', filter),
  agentSettings: () => '/dashboard/agents/settings',
  webhooks: () => '/dashboard/webhooks',
  webhook: (id: number) => `/dashboard/webhooks/${id}`,
  pages: () => '/dashboard/pages',
  page: (id: number | 'new') => `/dashboard/pages/${id}`,
  emails: () => '/dashboard/emails',
  backups: () => '/dashboard/backups',
  health: () => '/dashboard/health',
  export: () => '/dashboard/export',
  /** All rows of a list as a file. */
  listExport: (kind: ExportedKind) => (filter: Query) => withQuery(`/api/admin/exports/${kind}`, filter),
  /** Zip file. */
  exportFile: (id: number) => `/api/admin/archives/${id}/file`,
  settings: (section?: SettingsSection) =>
    section ? `/dashboard/settings/${section}` : '/dashboard/settings',
} as const

/** The lists of `contract/export/list-export.ts`. */
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
  | 'redirects'
  | 'emails'
  | 'audit'

type SettingsSection =
  | 'home'
  | 'currency'
  | 'tax'
  | 'shipping'
  | 'carriers'
  | 'payment'
  | 'returns'
  | 'retention'
  | 'reviews'
  | 'search'
  | 'checkout'
  | 'invoices'
  | 'notifications'
