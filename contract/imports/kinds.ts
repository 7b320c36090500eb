import { productColumns } from '../catalog/product-columns.ts'
import { stockColumns } from '../stock/stock-columns.ts'
import { orderColumns } from '../orders/order-columns.ts'
import { customerColumns } from '../identity/customer-columns.ts'
import { redirectColumns } from '../redirects/redirect-columns.ts'
import type { Permission } from '../endpoint.ts'

/** The formats of files: of this shop (or of no known system), and of others. */
export const importFormats = ['haat', 'shopify', 'woocommerce', 'magento'] as const
export type ImportFormat = (typeof importFormats)[number]

interface KindOfImport {
  name: string
  /** Its records, for people: "1 product", "3 products". */
  noun: readonly [one: string, many: string]
  /** Who may import it. */
  permission: Permission
  formats: readonly ImportFormat[]
  /** What a heading can be mapped to, with the heading of the shop's own file. */
  columns: Readonly<Record<string, { heading: string }>>
  /** Those that tell the order of day and month. */
  dateColumns: readonly string[]
}

/** What can be imported. */
export const importKinds = {
  products: {
    name: 'Products',
    noun: ['product', 'products'],
    permission: 'catalog',
    formats: ['haat', 'shopify', 'woocommerce', 'magento'],
    columns: {
      ...productColumns,
      // What other shop systems have: two prices, and a row for each variation that names its product.
      compareAtPrice: { heading: 'Price before discount' },
      rowType: { heading: 'Kind of row: simple, variable or variation' },
      parent: { heading: 'Product of a variation' },
      published: { heading: 'Published' },
    },
    dateColumns: ['saleStartsAt', 'saleEndsAt'],
  },
  customers: {
    name: 'Customers',
    noun: ['customer', 'customers'],
    permission: 'customers',
    formats: ['haat', 'shopify', 'woocommerce'],
    columns: { ...customerColumns, firstName: { heading: 'First name' }, lastName: { heading: 'Last name' } },
    dateColumns: ['since'],
  },
  orders: {
    name: 'Orders',
    noun: ['order', 'orders'],
    permission: 'orders',
    formats: ['haat', 'shopify', 'woocommerce'],
    columns: {
      ...orderColumns,
      // What other shops add to an order.
      fee: { heading: 'Fee' },
      tip: { heading: 'Tip' },
      duties: { heading: 'Duties' },
    },
    dateColumns: ['placed'],
  },
  redirects: {
    name: 'Redirects',
    noun: ['redirect', 'redirects'],
    permission: 'content',
    formats: ['haat', 'shopify'],
    columns: redirectColumns,
    dateColumns: [],
  },
  stock: {
    name: 'Stock',
    noun: ['stock level', 'stock levels'],
    permission: 'catalog',
    formats: ['haat', 'shopify'],
    columns: stockColumns,
    dateColumns: [],
  },
} as const satisfies Record<string, KindOfImport>
export type ImportedKind = keyof typeof importKinds

export const importedKinds = Object.keys(importKinds) as [ImportedKind, ...ImportedKind[]]

/** Who may import anything. */
export const importPermissions = [...new Set(Object.values(importKinds).map(({ permission }) => permission))]
