import { afterAll, describe, expect, it } from 'vitest'
import {
  createBanner,
  createCategory,
  createSubcategory,
  deleteBanner,
  deleteCategory,
  deleteProduct,
  updateBanner,
  updateCategory,
  updateProduct,
} from '#server/modules/catalog/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { countByStatus, times } from '#test/harness/processes/at-once.ts'
import { variantsOf } from '#test/harness/data/goods.ts'
import { categoryOf, auditLogOf, productOf, someone } from '#test/harness/data/audit-entries.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { goods, adminId, historyOf, latest, write, undo } = await auditLogOf({ app, db })
const ravi = someone('Ravi')

let names = 0
const newCategory = (name = `Category ${++names}`) => write((tx) => createCategory(tx, ravi, { name }))

describe('undoing a change', () => {
  it('restores one field, keeps the others and is recorded itself', async () => {
    const id = await newCategory('Mugs')
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Cups', slug: 'cups' }))
    const entry = await latest('category', id)
    const { status, answer, message } = await undo({ entry: entry.id, fields: ['name'] })
    expect([status, answer?.data, message]).toEqual([200, { records: 1, skipped: 0 }, 'Undone'])
    expect(await categoryOf(db, id)).toMatchObject({ name: 'Mugs', slug: 'cups' })
    const [undoing, undone] = await historyOf('category', id)
    expect(undoing).toMatchObject({
      action: 'undo',
      effect: 'update',
      undoes: entry.id,
      actor: { id: adminId, name: 'Devika' },
      changes: [{ name: 'Name', before: ['Cups'], after: ['Mugs'] }],
    })
    expect(undone).toMatchObject({ id: entry.id, undoneBy: undoing?.id })

    expect((await undo({ entry: entry.id })).status).toBe(200)
    expect(await categoryOf(db, id)).toMatchObject({ name: 'Mugs', slug: 'mugs' })
    expect(await undo({ entry: entry.id })).toMatchObject({ status: 409, code: 'nothing_to_undo' })
    // An undo can be undone as well.
    expect((await undo({ entry: (await latest('category', id)).id })).status).toBe(200)
    expect(await categoryOf(db, id)).toMatchObject({ slug: 'cups' })
  })

  it('reports later changes and overwrites them only on request', async () => {
    const id = await newCategory('One')
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Two', position: 50 }))
    const entry = await latest('category', id)
    await write((tx) => updateCategory(tx, someone('Asha'), id, { name: 'Three' }))
    const refused = await undo({ entry: entry.id })
    expect(refused).toMatchObject({ status: 409, code: 'undo_conflict' })
    expect(refused.issues).toEqual([{ path: 'name', message: 'Name is now “Three”, changed by Asha' }])
    expect(await categoryOf(db, id)).toMatchObject({ name: 'Three', position: 50 })

    const partial = await undo({ entry: entry.id, skipConflicts: true })
    expect(partial.answer.data).toEqual({ records: 1, skipped: 1 })
    expect(await categoryOf(db, id)).toMatchObject({ name: 'Three' })
    expect(await categoryOf(db, id)).not.toMatchObject({ position: 50 })
    expect((await undo({ entry: entry.id, overwrite: ['name'] })).status).toBe(200)
    expect(await categoryOf(db, id)).toMatchObject({ name: 'One' })
  })

  it('is refused while the record is deleted', async () => {
    const id = await newCategory('Fleeting')
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Fleeting still' }))
    const renamed = await latest('category', id)
    await write((tx) => deleteCategory(tx, ravi, id))
    expect(await undo({ entry: renamed.id })).toMatchObject({ status: 409, code: 'gone' })
    expect((await undo({ entry: (await latest('category', id)).id })).status).toBe(200)
    expect((await undo({ entry: renamed.id })).status).toBe(200)
    expect(await categoryOf(db, id)).toMatchObject({ name: 'Fleeting' })
  })

  it('happens once when many ask at the same time', async () => {
    const id = await newCategory('Raced')
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Raced on' }))
    const { id: entry } = await latest('category', id)
    expect(countByStatus(await times(5, () => undo({ entry })))).toEqual({ 200: 1, 409: 4 })
    expect((await historyOf('category', id)).filter(({ action }) => action === 'undo').length).toBe(1)
  })

  it('is refused with the message of the writing function', async () => {
    const id = await newCategory('Taken')
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Free' }))
    await newCategory('Taken')
    expect(await undo({ entry: (await latest('category', id)).id })).toMatchObject({
      status: 409,
      code: 'name_taken',
    })
  })
})

describe('undoing a creation', () => {
  it('deletes the record, unless it changed later', async () => {
    const id = await newCategory('Short-lived')
    const made = await latest('category', id)
    await write((tx) => updateCategory(tx, ravi, id, { name: 'Longer-lived' }))
    expect(await undo({ entry: made.id })).toMatchObject({ status: 409, code: 'undo_conflict' })
    expect((await undo({ entry: made.id, overwrite: ['name'] })).status).toBe(200)
    expect(await categoryOf(db, id)).toBeUndefined()
  })

  it('is refused while the record is in use', async () => {
    const id = await newCategory()
    await write((tx) => createSubcategory(tx, ravi, { categoryId: id, name: 'Inside' }))
    const { id: entry } = (await historyOf('category', id)).at(-1) ?? { id: 0 }
    expect(await undo({ entry })).toMatchObject({ status: 409, code: 'in_use' })
  })
})

describe('undoing a deletion', () => {
  it('restores the record under its id', async () => {
    const banner = {
      image: 'a.webp',
      title: 'Sale',
      shownFrom: new Date('2026-01-01T00:00:00Z'),
      position: 4,
    }
    const id = await write((tx) => createBanner(tx, ravi, banner))
    await write((tx) => updateBanner(tx, ravi, id, { shownUntil: new Date('2026-02-01T00:00:00Z') }))
    await write((tx) => deleteBanner(tx, ravi, id))
    expect((await undo({ entry: (await latest('banner', id)).id })).status).toBe(200)
    const row = await db.selectFrom('banner').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ title: 'Sale', position: 4, visible_from: banner.shownFrom })
    const dated = (await historyOf('banner', id)).find(({ action }) => action === 'update')
    expect(dated?.changes).toMatchObject([
      { name: 'Shown until', before: [], after: ['1 Feb 2026, 5:30 am'] },
    ])
    expect((await undo({ entry: dated?.id })).status).toBe(200)
    expect(await undo({ entry: dated?.id })).toMatchObject({ code: 'nothing_to_undo' })
  })

  it('restores variants, stock and URL of a product, with another URL if it is taken', async () => {
    const id = await goods.add('Returning bowl', {
      slug: 'bowl',
      variants: [{ price: 9_900, stock: 3, sku: 'B-1' }],
    })
    await write((tx) => deleteProduct(tx, ravi, id))
    const other = await goods.add('Other bowl', { slug: 'bowl', variants: [{ price: 100 }] })
    expect((await undo({ entry: (await latest('product', id)).id })).status).toBe(200)
    expect(await productOf(db, id)).toMatchObject({
      slug: 'returning-bowl',
      price_from: 9_900,
      in_stock: true,
      deleted_at: null,
    })
    await write((tx) => deleteProduct(tx, ravi, id))
    await write((tx) => updateProduct(tx, ravi, other, { variants: [{ price: 100, sku: 'B-1' }] }))
    const refused = await undo({ entry: (await latest('product', id)).id })
    expect(refused).toMatchObject({ status: 409, code: 'sku_taken' })
    expect(await checkLedger(db)).toEqual([])
  })

  it('names the missing category of a product', async () => {
    const category = await newCategory('Doomed')
    const id = await goods.add('Orphan', { variants: [{ price: 100 }] })
    await write((tx) => updateProduct(tx, ravi, id, { categoryId: category }))
    await write((tx) => deleteProduct(tx, ravi, id))
    await write((tx) => deleteCategory(tx, ravi, category))
    const { id: entry } = await latest('product', id)
    expect(await undo({ entry })).toMatchObject({ status: 409, code: 'parent_missing' })
    expect((await undo({ entry: (await latest('category', category)).id })).status).toBe(200)
    expect((await undo({ entry })).status).toBe(200)
  })
})

describe('undoing a change of variants', () => {
  it('restores their ids and their stock', async () => {
    const variants = await variantsOf(db, goods.lamp)
    const clay = { price: 120_000, options: { Colour: 'Clay', Size: 'Small' } }
    await write((tx) => updateProduct(tx, ravi, goods.lamp, { variants: [clay] }))
    expect((await undo({ entry: (await latest('product', goods.lamp)).id })).status).toBe(200)
    const rows = await db
      .selectFrom('variant as v')
      .innerJoin('stock_level as l', 'l.variant_id', 'v.id')
      .select(['v.id', 'v.options', 'l.available'])
      .where('v.product_id', '=', goods.lamp)
      .where('v.retired_at', 'is', null)
      .orderBy('v.position')
      .execute()
    expect(rows).toMatchObject([
      { id: variants[0], options: { Colour: 'Sage', Size: 'Small' }, available: 2000 },
      { id: variants[1], options: { Colour: 'Clay', Size: 'Small' }, available: 0 },
    ])
  })
})
