import { findPages } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstBaselines } from './against-baselines.ts'

/** Cached pages. */
export async function measurePages(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home, categories, products } = await findPages(shop.port)
  const rows: Row[] = []
  for (const [name, path] of [
    ['Home', home],
    ['Category', categories[0]],
    ['Product', products[0]],
  ] as const) {
    const question = { what: `${name} page, cached`, request: { method: 'GET', path }, atLeast: 0.8 } as const
    rows.push(await againstBaselines(shop, question, options))
  }
  return rows
}
