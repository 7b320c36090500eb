import { z } from 'zod'
import { getAdminCategories } from '../catalog/admin/category.ts'
import { getAdminCollections } from '../catalog/admin/collection.ts'
import { getAdminProducts } from '../catalog/admin/product.ts'
import { getAdminSpecifications } from '../catalog/admin/specification.ts'
import { getAdminSubcategories } from '../catalog/admin/subcategory.ts'
import { getStock } from '../stock/stock.ts'
import { getAudit } from '../audit/audit.ts'
import { getAdminPages } from '../content/admin-page.ts'
import { getRedirects } from '../redirects/redirect.ts'
import { getEmails } from '../email/email.ts'
import { endpoint, fileStreamAnswer, permissionsOf, type Audience } from '../endpoint.ts'
import { getAdminOrders } from '../orders/admin-order.ts'
import { getCoupons } from '../promotions/coupon.ts'
import { getAdminComments } from '../comments/comment-moderation.ts'
import { getCustomers } from '../identity/customer.ts'
import { getStaff } from '../identity/staff.ts'

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

const fields = {
  format: z.enum(exportFormats).default('csv'),
  columns: z
    .string()
    .regex(/^[a-z_]+(,[a-z_]+)*$/, 'Separate the names of columns with commas')
    .max(500, 'This is too long')
    .optional()
    .describe(
      'ids of columns as in the table, with commas; others are ignored; default: all, and for products, orders and customers the file that can be imported again',
    ),
}

/** The input of a list: its filters, and the page. */
type ListInput = z.ZodObject<{ page: z.ZodType; limit: z.ZodType; sort: z.ZodType }>

/** Who may read a list and save data about people. */
const withPeople = ({ audience }: { audience: Audience }): Audience => {
  const [read] = permissionsOf(audience)
  return read ? `staff:${read}+exports` : 'staff:exports'
}

/** All rows of a list as one file, with the filters and the order of the list, for those who may read it. */
function exportOf<Path extends string>(
  path: Path,
  list: { audience: Audience; input: ListInput },
  audience = list.audience,
) {
  return endpoint({
    method: 'GET',
    path: `admin/exports/${path}`,
    audience,
    timing: 'bulk',
    summary: 'All rows of the list as a CSV, XLSX or JSON lines file, with its filters and order',
    input: list.input.omit({ page: true, limit: true }).extend(fields),
    media: 'text/csv; charset=utf-8',
    answer: fileStreamAnswer,
  })
}

/** The lists that can be exported, and the endpoint of each. */
export const listExports = {
  products: exportOf('products', getAdminProducts),
  stock: exportOf('stock', getStock),
  categories: exportOf('categories', getAdminCategories),
  subcategories: exportOf('subcategories', getAdminSubcategories),
  specifications: exportOf('specifications', getAdminSpecifications),
  collections: exportOf('collections', getAdminCollections),
  orders: exportOf('orders', getAdminOrders, withPeople(getAdminOrders)),
  customers: exportOf('customers', getCustomers, withPeople(getCustomers)),
  comments: exportOf('comments', getAdminComments, withPeople(getAdminComments)),
  coupons: exportOf('coupons', getCoupons),
  staff: exportOf('staff', getStaff, withPeople(getStaff)),
  pages: exportOf('pages', getAdminPages),
  redirects: exportOf('redirects', getRedirects),
  emails: exportOf('emails', getEmails, withPeople(getEmails)),
  audit: exportOf('audit', getAudit, withPeople(getAudit)),
}
export type ListExportKind = keyof typeof listExports

export const listExportEndpoints = Object.values(listExports)
