import { connect } from '#server/db/connect.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report/row.ts'
import { measureCalls } from '../search/calls.ts'
import { measureDataSet, measureDemo, trades } from '../search/data-sets.ts'
import { databaseOf } from '../shops/customers.ts'
import type { Shops } from '../shops/shops.ts'

/** Quality of the search on judged queries and changed names, and its speed in the large shop. */
export async function measureSearch(shops: Shops, { products, knownItems, quick }: Options): Promise<Row[]> {
  const quality = [
    ...(await measureDemo()),
    ...(await measureDataSet({ ...trades, knownItems, misses: false })),
  ]
  const db = connect(databaseOf(await shops.large()), { limits: false })
  try {
    return [...quality, ...(await measureCalls(db, products, quick ? 1 : 3))]
  } finally {
    await db.destroy()
  }
}
