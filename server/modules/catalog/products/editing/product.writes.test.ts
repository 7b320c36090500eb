import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Transaction } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import {
  addImages,
  createCategory,
  createProduct,
  createSpecification,
  createSubcategory,
  deleteProduct,
  updateProduct,
  type ProductInput,
} from '../../index.ts'

const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let database: TestDatabase
let db: Database
let categoryId: number
let mug: ProductInput

const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)
const create = (input: ProductInput) => within((tx) => createProduct(tx, context, input))
const update = (id: number, changes: Partial<ProductInput>) =>
  within((tx) => updateProduct(tx, context, id, changes))

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await within(async (tx) => {
    await addImages(
      tx,
      1,
      ['a', 'b'].map((name) => ({ file: `${name}.webp`, width: 9, height: 9, bytes: 9 })),
    )
    categoryId = await createCategory(tx, context, { name: 'Tableware' })
    const subcategoryId = await createSubcategory(tx, context, { categoryId, name: 'Mugs' })
    const material = await createSpecification(tx, context, { name: 'Material', filterable: true })
    const weight = await createSpecification(tx, context, { name: 'Weight' })
    mug = {
      name: 'Tidal Mug',
      categoryId,
      subcategoryId,
      offer: 1_250,
      gst: 1_200,
      options: ['Colour'],
      variants: [
        { options: { Colour: 'sage' }, price: 54_900, stock: 3, image: 'b.webp' },
        { options: { Colour: 'Clay' }, price: 59_900, stock: 0 },
      ],
      images: [
        { file: 'a.webp', alt: 'A mug' },
        { file: 'b.webp', alt: 'A mug in sage' },
      ],
      specifications: [
        { specificationId: material, description: 'Stoneware, lead-free glaze' },
        { specificationId: weight, description: '380 g' },
      ],
    }
  })
})
afterAll(() => database.drop())

const productOf = (id: number) =>
  db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const variantsOf = (id: number) =>
  db
    .selectFrom('variant as v')
    .innerJoin('stock_level as l', 'l.variant_id', 'v.id')
    .select(['v.id', 'v.sku', 'v.options', 'v.price', 'l.available'])
    .where('v.product_id', '=', id)
    .where('v.retired_at', 'is', null)
    .orderBy('v.position')
    .execute()
const facetsOf = async (id: number) => {
  const { rows } = await sql<{ name: string; value: string }>`
    select f.name, f.value from product p join facet_value f on f.config_id = p.config_id and f.id = any(p.facets)
    where p.id = ${id}`.execute(db)
  return rows.map(({ name, value }) => `${name}: ${value}`).sort()
}
const lastEntry = () =>
  db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('a new product', () => {
  test('is stored with everything that belongs to it', async () => {
    const id = await create({ ...mug, createdAt: new Date('2024-05-06') })
    expect(await productOf(id)).toMatchObject({
      slug: 'tidal-mug',
      status: 'live',
      price_from: 54_900,
      price_to: 59_900,
      sale_from: 48_038,
      in_stock: true,
      created_at: new Date('2024-05-06'),
    })
    expect(await variantsOf(id)).toMatchObject([
      { options: { Colour: 'sage' }, available: 3 },
      { options: { Colour: 'Clay' }, available: 0 },
    ])
    expect(await facetsOf(id)).toEqual([
      'Colour: Clay',
      'Colour: Sage',
      'Material: Lead-free glaze',
      'Material: Stoneware',
    ])
    const ledger = await db
      .selectFrom('stock_movement')
      .select(['kind', 'reason', 'on_hand_change'])
      .execute()
    expect(ledger).toEqual([{ kind: 'received', reason: 'Opening stock', on_hand_change: 3 }])
    expect(await lastEntry()).toMatchObject({
      action: 'create',
      subject: 'product',
      after: { slug: 'tidal-mug', offer: 1_250 },
    })
  })

  test('is refused with a clear message if something is invalid', async () => {
    await expect(create({ ...mug, variants: [] })).rejects.toThrow('Add at least one variant')
    await expect(create({ ...mug, categoryId: 987_654 })).rejects.toMatchObject({ status: 404 })
    await expect(create({ ...mug, subcategoryId: 987_654 })).rejects.toThrow(
      'does not belong to the category',
    )
    const foreign = create({
      ...mug,
      images: [{ file: 'zz.webp', alt: '' }],
      variants: [{ price: 1 }],
      options: [],
    })
    await expect(foreign).rejects.toThrow('zz.webp has not been uploaded')
    const unknown = create({ ...mug, specifications: [{ specificationId: 987_654, description: 'x' }] })
    await expect(unknown).rejects.toThrow('There is no such specification')
  })

  test('gets the next free slug; a given one must be free', async () => {
    const [first, second] = [await create({ ...mug, name: 'Twin' }), await create({ ...mug, name: 'Twin' })]
    expect([(await productOf(first)).slug, (await productOf(second)).slug]).toEqual(['twin', 'twin-2'])
    await expect(create({ ...mug, slug: 'twin' })).rejects.toMatchObject({ status: 409, code: 'slug_taken' })
    await within((tx) => deleteProduct(tx, context, first))
    expect((await productOf(await create({ ...mug, name: 'Twin' }))).slug).toBe('twin')
  })

  test('leaves nothing behind if refused', async () => {
    const before = await db.selectFrom('product').select('id').execute()
    const [first = { price: 1 }] = mug.variants
    await create({ ...mug, name: 'With SKU', variants: [{ ...first, sku: 'OS1' }] })
    const taken = create({ ...mug, name: 'Same SKU', variants: [{ ...first, sku: 'OS1' }] })
    await expect(taken).rejects.toMatchObject({ status: 409, code: 'sku_taken', message: /SKU OS1 is taken/ })
    expect(await db.selectFrom('product').select('id').execute()).toHaveLength(before.length + 1)
  })
})

describe('an update', () => {
  test('changes and records only the given fields', async () => {
    const id = await create(mug)
    const variants = await variantsOf(id)
    await update(id, { name: ' Tide Mug', offer: 0 })
    expect(await productOf(id)).toMatchObject({ name: 'Tide Mug', offer: 0, sale_from: 54_900, gst: 1_200 })
    expect(await variantsOf(id)).toEqual(variants)
    expect(await lastEntry()).toMatchObject({
      before: { name: 'Tidal Mug', offer: 1_250 },
      after: { name: 'Tide Mug', offer: 0 },
    })
    const { id: entry } = await lastEntry()
    await update(id, { name: 'Tide Mug' })
    expect((await lastEntry()).id).toBe(entry)
  })

  test('keeps matching variants, retires missing ones and sets the stock', async () => {
    const id = await create(mug)
    const [sage, clay] = await variantsOf(id)
    await update(id, {
      variants: [
        { options: { Colour: 'Oat' }, price: 40_000, stock: 5 },
        { options: { Colour: 'sage' }, price: 50_000, stock: 1 },
      ],
    })
    const [oat, same] = await variantsOf(id)
    expect(oat).toMatchObject({ options: { Colour: 'Oat' }, available: 5 })
    expect(same).toMatchObject({ id: sage?.id, price: 50_000, available: 1 })
    expect(await productOf(id)).toMatchObject({ price_from: 40_000, price_to: 50_000 })
    expect(await facetsOf(id)).toEqual([
      'Colour: Oat',
      'Colour: Sage',
      'Material: Lead-free glaze',
      'Material: Stoneware',
    ])
    const retired = await db
      .selectFrom('variant')
      .select('retired_at')
      .where('id', '=', clay?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(retired.retired_at).toBeInstanceOf(Date)
    expect(await checkLedger(db)).toEqual([])
  })

  test('may swap the options and SKUs of two variants', async () => {
    const [sage = { price: 1 }, clay = { price: 1 }] = mug.variants
    const id = await create({
      ...mug,
      variants: [
        { ...sage, sku: 'S' },
        { ...clay, sku: 'C' },
      ],
    })
    const [first, second] = await variantsOf(id)
    await update(id, {
      variants: [
        { ...clay, sku: 'C', ...(first && { id: first.id }) },
        { ...sage, sku: 'S', ...(second && { id: second.id }) },
      ],
    })
    expect(await variantsOf(id)).toMatchObject([
      { id: first?.id, sku: 'C', options: { Colour: 'Clay' } },
      { id: second?.id, sku: 'S', options: { Colour: 'sage' } },
    ])
  })

  test('refuses variants of other products', async () => {
    const [other] = await variantsOf(await create(mug))
    const id = await create(mug)
    const [sage = { price: 1 }] = mug.variants
    await expect(update(id, { variants: [{ ...sage, ...(other && { id: other.id }) }] })).rejects.toThrow(
      'does not belong',
    )
  })
})

describe('a deleted product', () => {
  test('refuses later writes and frees its SKUs', async () => {
    const [sage = { price: 1 }] = mug.variants
    const input = { ...mug, variants: [{ ...sage, sku: 'GONE' }] }
    const id = await create(input)
    await within((tx) => deleteProduct(tx, context, id))
    expect(await lastEntry()).toMatchObject({ action: 'delete', before: { variants: [{ sku: 'GONE' }] } })
    await expect(within((tx) => deleteProduct(tx, context, id))).rejects.toMatchObject({ status: 404 })
    await expect(update(id, { name: 'Back' })).rejects.toMatchObject({ status: 404 })
    await create(input)
  })
})
