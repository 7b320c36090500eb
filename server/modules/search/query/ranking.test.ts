import { afterAll, expect, it } from 'vitest'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { searchProducts } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const names = new Map<number, string>()
await db.transaction().execute(async (tx) => {
  const categoryId = await createCategory(tx, context, { name: 'Home' })
  for (const name of [
    'Plexora 8 in. x 33 in. Acrylic Sheet, Bronze',
    'Plexora 8 in. x 36 in. Acrylic Sheet, Clear',
    'Kaldor Kettle with Wooden Handle',
    'Kaldor Wooden Handle for Kettles',
    'Lumo Desk Lamp 12V',
    'Lumo Shade for Desk Lamps, Replacement',
    'Firma 5/8 in. Gypsum Board',
    'Firma 3/4 in. Gypsum Board',
    'Makka TK-4410/B2 Sander',
    'Brooke Garden Hose 50 ft.',
    'Sardis Basil, 200 Seeds',
  ])
    names.set(
      await createProduct(tx, context, { name, categoryId, variants: [{ price: 100, stock: 3 }] }),
      name,
    )
})

it.each([
  ['bronze acrylic sheet 8x33', 'Plexora 8 in. x 33 in. Acrylic Sheet, Bronze'],
  ['acrylic sheet 8" x 36"', 'Plexora 8 in. x 36 in. Acrylic Sheet, Clear'],
  ['kettles with wooden handle', 'Kaldor Kettle with Wooden Handle'],
  ['desk lamp replacement shade', 'Lumo Shade for Desk Lamps, Replacement'],
  ['12 volt desk lamp', 'Lumo Desk Lamp 12V'],
  ['0.625 inch gypsum board', 'Firma 5/8 in. Gypsum Board'],
  ['tk4410b2', 'Makka TK-4410/B2 Sander'],
  ['expandable gardenhose 50ft', 'Brooke Garden Hose 50 ft.'],
  ['show me all kinds of basil seeds', 'Sardis Basil, 200 Seeds'],
  ['bazil sedes', 'Sardis Basil, 200 Seeds'],
])('%s', async (q, name) => {
  expect(names.get((await searchProducts(db, 1, q)).ids[0] ?? 0)).toBe(name)
})
