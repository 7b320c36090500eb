import { afterAll, expect, it } from 'vitest'
import { randomNumbers, seedCatalog } from '#test/harness/data/catalog.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { keysetCursors, type KeysetCursors } from './keyset-cursors.ts'
import { listProducts } from './product-list.queries.ts'
import { prepareSelection } from './product-selection.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const { categoryIds } = await seedCatalog(db, 1, 90)
// Many products share the sort key, so that the id decides their order.
await db
  .updateTable('product')
  .set({ created_at: new Date('2025-06-01T10:00:00.123Z') })
  .where('id', '<', 40)
  .execute()

const shop = {
  shopId: 1,
  name: '',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  email: '',
}
const limit = 7

it.each([
  { sort: 'newest' },
  { sort: 'price_asc' },
  { sort: 'price_desc' },
  { sort: 'name' },
  { sort: 'newest', productcategoryid: categoryIds[0] },
  { sort: 'price_asc', instock: true },
] as const)('pages that start from a cursor equal those of the whole list: %o', async (filter) => {
  const selection = await prepareSelection(db, shop, filter)
  const list = async (input: { page?: number; limit?: number }, cursors?: KeysetCursors) => {
    const { response } = await listProducts(db, shop, selection, input, async () => 0, cursors)
    return response.map(({ productid }) => productid)
  }
  const whole = await list({})
  expect(whole.length).toBeGreaterThan(2 * limit)
  const cursors = keysetCursors(10)
  const pages = Array.from({ length: Math.ceil(whole.length / limit) }, (_, index) => index + 1)
  const random = randomNumbers(7)
  const visited = [...pages, ...pages.toSorted(() => random() - 0.5), pages.length + 1]
  for (const page of visited)
    expect(await list({ page, limit }, cursors), `page ${page}`).toEqual(
      whole.slice((page - 1) * limit, page * limit),
    )
  const offset = 2 * limit
  expect(cursors.nearest(offset)?.offset).toBeGreaterThan(offset - 10 - limit)
})

it('uses no cursor behind the start of the page', () => {
  const cursors = keysetCursors(10)
  cursors.add(14, { key: 'a', id: 1 })
  cursors.add(17, { key: 'b', id: 2 })
  expect(cursors.nearest(13)).toBeUndefined()
  expect(cursors.nearest(14)).toEqual({ offset: 14, last: { key: 'a', id: 1 } })
  expect(cursors.nearest(99)).toEqual({ offset: 14, last: { key: 'a', id: 1 } })
})
