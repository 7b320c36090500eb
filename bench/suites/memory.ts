import { setTimeout as sleep } from 'node:timers/promises'
import { categoryList, findPages, productList } from '../shops/catalog.ts'
import { startLoadClient } from '../load/load.ts'
import { wire, type BenchRequest } from '../load/request.ts'
import type { Options } from '../options.ts'
import { residentMemory } from '../processes.ts'
import { judge, megabytes, perSecond, type Row } from '../report/row.ts'
import type { Shop } from '../shops/shop.ts'
import type { Shops } from '../shops/shops.ts'

/** More pages and lists than the cache holds. */
async function everything({ port }: Shop) {
  const { home, categories, products } = await findPages(port, 1000)
  const pages = [home, ...categories, ...products].map((path): BenchRequest => ({ method: 'GET', path }))
  const lists = products.map((_, index) => ({ ...productList, json: { limit: 20, page: index + 1 } }))
  return [...pages, categoryList, ...lists].map((request) => wire(request, port))
}

/** Memory of the shop and its database under load, read once a second. */
export async function measureMemory(shops: Shops, options: Options): Promise<Row[]> {
  // A new shop, whose memory nothing has filled before.
  const shop = await shops.fresh(options.memoryProducts)
  try {
    return [await measureShop(shop, options)]
  } finally {
    await shop.stop()
  }
}

async function measureShop(shop: Shop, options: Options): Promise<Row> {
  const requests = await everything(shop)
  const client = startLoadClient()
  const { connections, memoryLoad: seconds } = options
  let peak = 0
  let loading = true
  const watch = async () => {
    for (; loading; await sleep(1000)) peak = Math.max(peak, residentMemory(shop.pid).pss)
  }
  const watching = watch()
  try {
    const { answers } = await client.order({ port: shop.port, requests, connections, seconds, status: 200 })
    const { pss, rss, processes } = residentMemory(shop.pid)
    return {
      what: `Resident memory at ${options.memoryProducts.toLocaleString('en')} products`,
      ...judge(pss, { atMost: 400e6 }, megabytes),
      how: [
        `PSS of ${processes} processes after ${seconds} s of load; peak ${megabytes(peak)}; RSS ${megabytes(rss)}`,
        `${perSecond(answers / seconds)} over ${requests.length} addresses, ${connections} connections`,
      ].join('; '),
    }
  } finally {
    loading = false
    client.stop()
    await watching
  }
}
