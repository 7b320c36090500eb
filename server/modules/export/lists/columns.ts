import type { z } from 'zod'
import { getAudit } from '#contract/audit/audit.ts'
import { getAdminCategories } from '#contract/catalog/admin/category.ts'
import { getAdminCollections } from '#contract/catalog/admin/collection.ts'
import { getAdminProducts } from '#contract/catalog/admin/product.ts'
import { getAdminSpecifications } from '#contract/catalog/admin/specification.ts'
import { getAdminSubcategories } from '#contract/catalog/admin/subcategory.ts'
import { getStock } from '#contract/stock/stock.ts'
import { getAdminPages } from '#contract/content/admin-page.ts'
import { redirectColumns } from '#contract/redirects/redirect-columns.ts'
import { getRedirects } from '#contract/redirects/redirect.ts'
import { getEmails } from '#contract/email/email.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { links } from '#contract/links.ts'
import type { ListExportKind } from '#contract/export/list-export.ts'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import { getCoupons } from '#contract/promotions/coupon.ts'
import { getAdminComments } from '#contract/comments/comment-moderation.ts'
import { getCustomers } from '#contract/identity/customer.ts'
import { getStaff } from '#contract/identity/staff.ts'

/** A text, or a number as a spreadsheet computes with it. Amounts are in major units. */
export type ExportValue = string | number

/** Formats a moment (ISO 8601) in the shop's time zone: "2026-03-01 14:05". */
type FormatMoment = (iso: string) => string

interface ExportColumn {
  heading: string
  value(row: unknown, at: FormatMoment): ExportValue
}

/** A list and the columns of its file, by the ids of the columns of the dashboard's table. */
export interface ExportedList {
  list: Endpoint
  columns: Record<string, ExportColumn>
}

type RowOf<A extends z.ZodType> = z.input<A> extends { data: readonly (infer Row)[] } ? Row : never
type Columns<Row> = Record<string, readonly [string, (row: Row, at: FormatMoment) => ExportValue | null]>

function exported<I extends z.ZodType, A extends z.ZodType>(
  list: Endpoint<I, A>,
  columns: Columns<RowOf<A>>,
): ExportedList {
  const entries = Object.entries(columns).map(([id, [heading, read]]) => {
    const value = (row: unknown, at: FormatMoment) => read(row as RowOf<A>, at) ?? ''
    return [id, { heading, value }] as const
  })
  return { list, columns: Object.fromEntries(entries) }
}

const yesNo = (value: unknown) => (value ? 'yes' : 'no')
const optionText = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

export const exportedLists: Record<ListExportKind, ExportedList> = {
  products: exported(getAdminProducts, {
    name: ['Product', (row) => row.productname],
    slug: ['Slug', (row) => row.slug],
    price: ['Price', (row) => row.pricefrom],
    price_to: ['Highest price', (row) => row.priceto],
    category: ['Category', (row) => row.productcategoryname],
    subcategory: ['Subcategory', (row) => row.subcategoryname],
    status: ['Status', (row) => row.status],
    stock: ['Stock', (row) => row.stock],
    variants: ['Variants', (row) => row.variants],
    offer: ['Offer %', (row) => row.productoffer],
    new: ['New', (row) => yesNo(row.is_new)],
    created: ['Created', (row, at) => at(row.created_at)],
    updated: ['Last updated', (row, at) => at(row.updated_at)],
  }),
  stock: exported(getStock, {
    name: ['Product', (row) => row.productname],
    options: ['Options', (row) => optionText(row.options)],
    sku: ['SKU', (row) => row.sku],
    on_hand: ['On hand', (row) => row.on_hand],
    reserved: ['Reserved', (row) => row.reserved],
    available: ['Available', (row) => row.available],
    low_stock_threshold: ['Low-stock threshold', (row) => row.low_stock_threshold],
  }),
  categories: exported(getAdminCategories, {
    name: ['Category', (row) => row.productcategoryname],
    slug: ['Slug', (row) => row.slug],
    size_guide: ['Size guide', (row) => row.sizeguide],
    subcategories: ['Subcategories', (row) => row.subcategories],
    products: ['Products', (row) => row.products],
  }),
  subcategories: exported(getAdminSubcategories, {
    name: ['Subcategory', (row) => row.subcategoryname],
    slug: ['Slug', (row) => row.slug],
    category: ['Category', (row) => row.productcategoryname],
    size_guide: ['Size guide', (row) => row.sizeguide],
    products: ['Products', (row) => row.products],
  }),
  specifications: exported(getAdminSpecifications, {
    name: ['Specification', (row) => row.specificationName],
    heading: ['Heading', (row) => row.heading],
    filterable: ['Filter', (row) => yesNo(row.filterable)],
    products: ['Products', (row) => row.products],
  }),
  collections: exported(getAdminCollections, {
    name: ['Collection', (row) => row.name],
    slug: ['Slug', (row) => row.slug],
    kind: ['Product selection', (row) => (row.byRule ? 'rule' : 'by hand')],
    products: ['Products', (row) => row.products],
  }),
  orders: exported(getAdminOrders, {
    serial: ['Order', (row) => row.serial],
    number: ['Key', (row) => row.number],
    placed: ['Placed', (row, at) => at(String(row.placedAt))],
    customer: ['Customer', (row) => row.customer],
    email: ['Email', (row) => row.email],
    products: ['Products', (row) => row.productnames.join(', ') + (row.linecount > 3 ? ' …' : '')],
    quantity: ['Units', (row) => row.quantity],
    total: ['Total', (row) => row.total],
    currency: ['Currency', (row) => row.currency],
    payment: ['Payment', (row) => row.paymentName],
    paid: ['Paid', (row) => yesNo(row.isPaid)],
    status: ['Status', (row) => row.status],
  }),
  customers: exported(getCustomers, {
    name: ['Name', (row) => row.fullName],
    email: ['Email', (row) => row.email],
    phone: ['Phone', (row) => row.phone],
    orders: ['Orders', (row) => row.orders],
    spent: ['Spent', (row) => row.spent.map(({ currency, amount }) => `${currency} ${amount}`).join(', ')],
    last: ['Last order', (row, at) => row.lastOrderAt && at(row.lastOrderAt)],
    returns: ['Returns', (row) => row.returns],
    refused: ['Refused packages', (row) => row.refusedPackages],
    verified: ['Email confirmed', (row) => yesNo(row.emailVerified)],
    since: ['Customer since', (row, at) => at(row.memberSince)],
    status: ['Account', (row) => (row.hasAccount ? (row.disabled ? 'disabled' : 'active') : 'guest')],
  }),
  comments: exported(getAdminComments, {
    kind: ['Kind', (row) => row.kind],
    comment: ['Text', (row) => row.comment],
    stars: ['Stars', (row) => row.rating],
    author: ['Author', (row) => row.user],
    product: ['Product', (row) => row.productname],
    at: ['Date', (row, at) => at(row.created_at)],
    reply: ['Reply', (row) => row.answer?.text ?? ''],
    status: ['Status', (row) => row.status],
  }),
  coupons: exported(getCoupons, {
    code: ['Code', (row) => row.code],
    kind: ['Kind', (row) => row.kind.replaceAll('_', ' ')],
    discount: ['Discount', (row) => row.percent ?? row.amount],
    minimum: ['Minimum', (row) => row.minimum],
    times: ['Valid from', (row, at) => row.startsAt && at(row.startsAt)],
    ends: ['Valid until', (row, at) => row.endsAt && at(row.endsAt)],
    goods: ['Applies to', (row) => (row.isForAll ? 'all products' : 'some products')],
    used: ['Used', (row) => row.used],
    limit: ['Limit', (row) => row.usageLimit],
    state: ['Status', (row) => row.state],
  }),
  staff: exported(getStaff, {
    name: ['Name', (row) => row.fullName],
    email: ['Email', (row) => row.email],
    role: ['Role', (row) => row.role.name],
    seen: ['Last seen', (row, at) => row.seen_at && at(row.seen_at)],
  }),
  pages: exported(getAdminPages, {
    title: ['Title', (row) => row.title],
    url: ['URL', (row) => links.page(row.slug)],
    updated: ['Last updated', (row, at) => at(row.updated_at)],
  }),
  redirects: exported(getRedirects, {
    from: [redirectColumns.from.heading, (row) => row.from],
    to: [redirectColumns.to.heading, (row) => row.to],
  }),
  emails: exported(getEmails, {
    recipient: ['To', (row) => row.recipient],
    subject: ['Subject', (row) => row.subject],
    template: ['Type', (row) => row.template.replaceAll('_', ' ')],
    status: ['Status', (row) => row.status],
    when: ['Created', (row, at) => at(row.created_at)],
    attempts: ['Attempts', (row) => row.attempts],
    error: ['Last error', (row) => row.last_error],
  }),
  audit: exported(getAudit, {
    at: ['When', (row, at) => at(row.at)],
    actor: ['Person', (row) => row.actor.name],
    noun: ['Record type', (row) => row.noun],
    name: ['Record', (row) => row.name],
    action: ['Action', (row) => row.action],
    change: [
      'Change',
      (row) =>
        row.changes
          .map(({ name, before, after }) => `${name}: ${before.join(', ')} → ${after.join(', ')}`)
          .join('\n'),
    ],
  }),
}
