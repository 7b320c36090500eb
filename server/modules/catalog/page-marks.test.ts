import { afterAll, expect, it } from 'vitest'
import { randomNumbers, seedCatalogue } from '#test/harness/catalogue.ts'
import { testDatabase } from '#test/harness/database.ts'
import { pageMarks, type PageMarks } from './page-marks.ts'
import { listProducts } from './product-list.queries.ts'
import { prepareSelection } from './product-selection.queries.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const { categoryIds } = await seedCatalogue(db, 1, 90)
// Many of the same key, so that the id decides.
await db
  .updateTable('product')
  .set({ created_at: new Date('2025-06-01T10:00:00.123Z') })
  .where('id', '<', 40)
  .execute()

const shop = {
  configId: 1,
  name: '',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
}
const limit = 7

it.each([
  { sort: 'newest' },
  { sort: 'price_asc' },
  { sort: 'price_desc' },
  { sort: 'name' },
  { sort: 'newest', productcategoryid: categoryIds[0] },
  { sort: 'price_asc', instock: true },
] as const)('pages that begin at a place that is known are those of the whole list: %o', async (filter) => {
  const selection = await prepareSelection(db, shop, filter)
  const list = async (input: { page?: number; limit?: number }, marks?: PageMarks) => {
    const { response } = await listProducts(db, shop, selection, input, async () => 0, marks)
    return response.map(({ productid }) => productid)
  }
  const whole = await list({})
  expect(whole.length).toBeGreaterThan(2 * limit)
  const marks = pageMarks(10)
  const pages = Array.from({ length: Math.ceil(whole.length / limit) }, (_, index) => index + 1)
  const random = randomNumbers(7)
  const leafed = [...pages, ...pages.toSorted(() => random() - 0.5), pages.length + 1]
  for (const page of leafed)
    expect(await list({ page, limit }, marks), `page ${page}`).toEqual(
      whole.slice((page - 1) * limit, page * limit),
    )
  const offset = 2 * limit
  expect(marks.before(offset)?.passed).toBeGreaterThan(offset - 10 - limit)
})

it('a place is not taken for a page that begins before it', () => {
  const marks = pageMarks(10)
  marks.note(14, { key: 'a', id: 1 })
  marks.note(17, { key: 'b', id: 2 })
  expect(marks.before(13)).toBeUndefined()
  expect(marks.before(14)).toEqual({ passed: 14, last: { key: 'a', id: 1 } })
  expect(marks.before(99)).toEqual({ passed: 14, last: { key: 'a', id: 1 } })
})
