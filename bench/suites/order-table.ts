import { adminOrderSorts, orderGroups } from '#contract/orders/admin-order.ts'
import { salesKinds } from '#contract/reports/report.ts'
import { askJson, type BenchRequest } from '../load/request.ts'
import { addOrders } from '../shops/many-orders.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { admitStaff } from '../shops/staff.ts'
import { timeRequests } from './time-requests.ts'

const limits = [20, 50, 100]

const days = (ago: number) => new Date(Date.now() - ago * 24 * 3600_000).toISOString().slice(0, 10)

/** Filters of the table, alone and combined. */
const filters: readonly Record<string, string | number>[] = [
  {},
  ...Object.keys(orderGroups).map((group) => ({ group })),
  { status: 'confirmed' },
  { status: 'delivered' },
  { payment: 'bank_transfer' },
  { from: days(30), to: days(1) },
  { from: days(365), status: 'delivered', payment: 'cod' },
  { q: 'asha' },
  { q: 'rao' },
  { q: 'zarina khan' },
  { q: 'example.com' },
  { q: 'as' },
  { q: 'qz' },
  { q: 'a' },
  { q: 'oa', group: 'completed' },
  { q: 'nothing is called this' },
]

/** From here on another mark holds, in orders. */
const VERY_MANY = 1_000_000

/** Pages of the dashboard's order table, one request at a time, from the first page to the last, and reports of a month. */
export async function measureOrders(shops: Shops, { tables, products, orders }: Options): Promise<Row[]> {
  const shop = await shops.large()
  await addOrders(shop, orders)
  const cookie = await admitStaff(shop)
  const many = `${orders.toLocaleString('en')} orders`
  const pages = await requestsFor(shop, cookie)
  const reports = reportsOfMonths(cookie)
  return [
    await timeRequests(shop, pages, tables, {
      what: `Order table of the dashboard, at ${many}`,
      how: `over ${pages.length} pages, orders, filters and searches`,
      atMost: orders < VERY_MANY ? 100 : 150,
    }),
    await timeRequests(shop, palette(cookie), tables, {
      what: `Command palette of the dashboard, at ${many} and ${products.toLocaleString('en')} products`,
      how: 'numbers, people, phones, towns, products, amounts, and words with a slip',
      atMost: orders < VERY_MANY ? 50 : 150,
    }),
    await timeRequests(shop, reports, reports.length, {
      what: `Sales of a month, at ${many}`,
      how: 'each by day, product, category or coupon',
      atMost: 300,
    }),
  ]
}

/** What staff type to find one record. */
const typed = [
  'B-4242',
  '4242',
  '2026',
  'asha',
  'zarina khan',
  '98765 43210',
  '+91 98765 43210',
  'mumbai',
  '411001',
  '1299',
  '₹ 1,299.00',
  'oak',
  'mug',
  'example.com',
  'mumbia',
  'nothing is called this',
]

/** Searches of the command palette. */
const palette = (cookie: string): BenchRequest[] =>
  typed.map((q) => ({
    method: 'GET',
    path: `/api/admin/search?${String(new URLSearchParams({ q }))}`,
    headers: { cookie },
  }))

/** Sales of 30 days, beginning on each of the latest days, by everything. */
function reportsOfMonths(cookie: string): BenchRequest[] {
  const months = Array.from({ length: 31 }, (_, ago) => ({ from: days(ago + 30), to: days(ago + 1) }))
  return months.flatMap((month) =>
    salesKinds.map((by) => ({
      method: 'GET' as const,
      path: `/api/admin/reports/sales?${String(new URLSearchParams({ ...month, by }))}`,
      headers: { cookie },
    })),
  )
}

/** Every filter in every order, on its first, second, middle and last page. */
async function requestsFor(shop: Shop, cookie: string): Promise<BenchRequest[]> {
  const request = (query: Record<string, string | number>): BenchRequest => ({
    method: 'GET',
    path: `/api/admin/orders?${String(new URLSearchParams(query as Record<string, string>))}`,
    headers: { cookie },
  })
  const requests: BenchRequest[] = []
  for (const [i, filter] of filters.entries()) {
    const limit = limits[i % limits.length] as number
    const { reachable } = await askJson<{ reachable: number }>(shop.port, request({ ...filter, limit }))
    const last = Math.max(1, Math.ceil(reachable / limit))
    const pages = new Set([1, 2, Math.ceil(last / 2), last])
    for (const sort of adminOrderSorts)
      for (const page of pages) requests.push(request({ ...filter, sort, limit, page }))
  }
  return requests
}
