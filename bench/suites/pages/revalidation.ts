import { categoryList } from '../../shops/catalog.ts'
import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { againstBaselines } from './against-baselines.ts'

/** The category list for a browser that has a current copy. */
export async function measureRevalidation(shops: Shops, options: Options): Promise<Row[]> {
  const question = { what: 'Category list, 304', request: categoryList, revalidate: true, atLeast: 0.9 }
  return [await againstBaselines(await shops.demo(), question, options)]
}
