import { setTimeout as sleep } from 'node:timers/promises'
import { adminProductSorts } from '#contract/catalog/admin/product.ts'
import { addCustomValues } from '../shops/custom-values.ts'
import { openCatalogChange } from '../shops/catalog-change.ts'
import { openSequentialClient } from '../load/one-by-one.ts'
import { askJson, wire, type BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import { judge, milliseconds, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { admitStaff } from '../shops/staff.ts'
import { median, quantile } from '../report/statistics.ts'
import { measureOrders } from './order-table.ts'

const warmUp = 30
const limits = [20, 50, 100]

/** Filters of the table, alone and combined. */
const filters = (categories: readonly number[]): Record<string, string | number>[] => [
  {},
  { status: 'live' },
  { status: 'draft' },
  { stock: 'out' },
  { stock: 'low' },
  { stock: 'in', offer: 1 },
  { offer: 1 },
  { is_new: 1 },
  { missing: 'image' },
  { missing: 'alt' },
  { q: 'oak' },
  { q: 'a' },
  { q: 'nothing is called this' },
  ...categories.map((category) => ({ category })),
  { category: categories[0] ?? 1, status: 'live', stock: 'in', is_new: 1 },
]

/** Filters by custom fields, which all products have: rare and frequent values, ranges, alone and combined. */
const customFilters: Record<string, string | number>[] = [
  { custom: 'lot:7' },
  { custom: 'grade:C' },
  { custom: 'fragile:true' },
  { custom: 'watts:10..12' },
  { custom: 'watts:100..' },
  { custom: 'deposit:5' },
  { custom: 'launch:2026-03-01..2026-03-31' },
  { custom: 'grade:C\nfragile:true', status: 'live' },
]

/** The tables of products and of orders. */
export async function measureDashboard(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.large()
  const ofProducts = await measureProductTable(shop, options, {
    what: 'Product table of the dashboard',
    filters,
  })
  await addCustomValues(shop.dataDir)
  const byCustomFields = await measureProductTable(shop, options, {
    what: 'Product table filtered by custom fields',
    filters: () => customFilters,
  })
  return [ofProducts, byCustomFields, ...(await measureOrders(shops, options))]
}

interface Table {
  what: string
  /** Made from three categories of the shop. */
  filters: (categories: readonly number[]) => Record<string, string | number>[]
}

/** Pages of the dashboard's product table, one request at a time, from the first page to the last. */
async function measureProductTable(
  shop: Shop,
  { tables, products }: Options,
  { what, filters: filtersFor }: Table,
): Promise<Row> {
  const cookie = await admitStaff(shop)
  const requests = await requestsFor(shop, cookie, filtersFor)
  const change = await openCatalogChange(shop.dataDir)
  const client = await openSequentialClient(shop.port)
  const took: { path: string; time: number }[] = []
  for (let count = -warmUp; count < tables; count += 1) {
    // 37 is coprime to their number, so each gets its turn.
    const request = requests[((count + warmUp) * 37) % requests.length] as BenchRequest
    // Makes memoized counts stale.
    await change.happen()
    await sleep(5)
    const time = await client.time(wire(request, shop.port))
    if (count >= 0) took.push({ path: request.path, time })
  }
  client.close()
  await change.close()
  const times = took.map(({ time }) => time)
  const slowest = took.toSorted((a, b) => b.time - a.time)[0]
  return {
    what: `${what}, at ${products.toLocaleString('en')} products`,
    ...judge(quantile(times, 0.95), { atMost: 100 }, milliseconds),
    how: [
      `p95 of ${tables} requests one after another over ${requests.length} pages, orders and filters, with uncached totals`,
      `median ${milliseconds(median(times))}, slowest ${milliseconds(slowest?.time ?? 0)} (${slowest?.path ?? ''})`,
    ].join('; '),
  }
}

/** Every filter in every order, on its first, second, middle and last page. */
async function requestsFor(
  shop: Shop,
  cookie: string,
  filtersFor: Table['filters'],
): Promise<BenchRequest[]> {
  const request = (query: Record<string, string | number>): BenchRequest => ({
    method: 'GET',
    path: `/api/admin/products?${String(new URLSearchParams(query as Record<string, string>))}`,
    headers: { cookie },
  })
  const ask = (query: Record<string, string | number>) =>
    askJson<{ total: number; data: { productcategoryid: number }[] }>(shop.port, request(query))
  const { data } = await ask({ limit: 100 })
  const categories = [...new Set(data.map((row) => row.productcategoryid))].slice(0, 3)
  const requests: BenchRequest[] = []
  for (const [i, filter] of filtersFor(categories).entries()) {
    const limit = limits[i % limits.length] as number
    const { total } = await ask({ ...filter, limit })
    const last = Math.max(1, Math.ceil(total / limit))
    const pages = new Set([1, 2, Math.ceil(last / 2), last])
    for (const sort of adminProductSorts)
      for (const page of pages) requests.push(request({ ...filter, sort, limit, page }))
  }
  return requests
}
