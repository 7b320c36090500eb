import { productList } from '../shops/catalog.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report/row.ts'
import type { Shops } from '../shops/shops.ts'
import { againstBaselines } from './pages/against-baselines.ts'

/** A cached list of 20 products; the baselines parse the same body and answer from memory. */
export async function measureList(shops: Shops, options: Options): Promise<Row[]> {
  const question = { what: '20-product list, cached', request: productList, atLeast: 0.7 }
  return [await againstBaselines(await shops.demo(), question, options)]
}
