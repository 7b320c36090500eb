import type { Options } from '../../options.ts'
import type { Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { admitStaff } from '../../shops/staff.ts'
import { measureBulkChange } from './bulk-change.ts'
import { measureCommentSearch } from './comment-search.ts'
import { measureImports } from './imports.ts'
import { measureOrderGrowth } from './order-growth.ts'

/** Much at once, and much of it: changes and imports of 10,000 products, a search in all comments, growth by orders. */
export async function measureVolume(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.large()
  const cookie = await admitStaff(shop)
  return [
    ...(await measureBulkChange(shop, cookie, options)),
    ...(await measureImports(shop, cookie, options)),
    await measureCommentSearch(shop, cookie, options),
    ...(await measureOrderGrowth(shops, options)),
  ]
}
