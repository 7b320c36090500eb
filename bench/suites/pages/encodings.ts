import { findPages } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstBaselines } from './against-baselines.ts'

/** The home page from the cache, in each form that clients ask for. */
export async function measureEncodings(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home } = await findPages(shop.port)
  const rows: Row[] = []
  for (const encoding of ['br', 'gzip', 'zstd', 'identity']) {
    const request = { method: 'GET', path: home, headers: { 'accept-encoding': encoding } } as const
    const what = `Home page, cached, as ${encoding}`
    rows.push(await againstBaselines(shop, { what, request, atLeast: 0.8, against: 'node:http' }, options))
  }
  return rows
}
