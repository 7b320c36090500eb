import { adminOrderSorts, orderGroups } from '#contract/orders/admin-order.ts'
import { openSequentialClient } from '../load/one-by-one.ts'
import { askFor, wire, type BenchRequest } from '../load/request.ts'
import { addOrders } from '../shops/many-orders.ts'
import type { Options } from '../options.ts'
import { judge, milliseconds, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'
import { admitStaff } from '../shops/staff.ts'
import { median, quantile } from '../report/statistics.ts'

const warmUp = 30
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

/** Pages of the dashboard's order table, one request at a time, from the first page to the last. */
export async function measureOrderTable(shops: Shops, { tables, products }: Options): Promise<Row> {
  const shop = await shops.large()
  await addOrders(shop, products)
  const requests = await requestsFor(shop, await admitStaff(shop))
  const client = await openSequentialClient(shop.port)
  const took: { path: string; time: number }[] = []
  for (let count = -warmUp; count < tables; count += 1) {
    // 37 is coprime to their number, so each gets its turn.
    const request = requests[((count + warmUp) * 37) % requests.length] as BenchRequest
    const time = await client.time(wire(request, shop.port))
    if (count >= 0) took.push({ path: request.path, time })
  }
  client.close()
  const times = took.map(({ time }) => time)
  const slowest = took.toSorted((a, b) => b.time - a.time)[0]
  return {
    what: `Order table of the dashboard, at ${products.toLocaleString('en')} orders`,
    ...judge(quantile(times, 0.95), { atMost: 100 }, milliseconds),
    how: [
      `p95 of ${tables} requests one after another over ${requests.length} pages, orders, filters and searches`,
      `median ${milliseconds(median(times))}, slowest ${milliseconds(slowest?.time ?? 0)} (${slowest?.path ?? ''})`,
    ].join('; '),
  }
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
    const plain = request({ ...filter, limit })
    const { body } = await askFor(200, shop.port, {
      ...plain,
      headers: { cookie, 'accept-encoding': 'identity' },
    })
    const { total } = JSON.parse(body.toString()) as { total: number }
    const last = Math.max(1, Math.ceil(total / limit))
    const pages = new Set([1, 2, Math.ceil(last / 2), last])
    for (const sort of adminOrderSorts)
      for (const page of pages) requests.push(request({ ...filter, sort, limit, page }))
  }
  return requests
}
