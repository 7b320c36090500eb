import type { Database } from '#server/db/connect.ts'
import {
  addImages,
  createCategory,
  createProduct,
  updateProduct,
  type ProductInput,
} from '#server/modules/catalog/index.ts'

const actor = { id: null, name: 'Asha' }

/** A few products for carts and wishlists. */
export interface Goods {
  /** A simple product: 500.00, 10 % off, 18 % GST, stock 5. */
  mug: number
  /** Sage at 1,000.00 with stock 2,000, Clay at 1,200.00 sold out. */
  lamp: number
  lampVariants: [sage: number, clay: number]
  draft: number
  /** A product of shop 2 at other.example. */
  foreign: number
  /** Creates another product of shop 1. */
  add(name: string, input: Omit<ProductInput, 'name' | 'categoryId'>): Promise<number>
  change(id: number, input: Parameters<typeof updateProduct>[3]): Promise<unknown>
}

/** Fills an empty database with two shops and their products. */
export async function makeGoods(db: Database): Promise<Goods> {
  await db.insertInto('shop').values({ config_id: 2, name: 'Other shop' }).execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
  const categoryOf = (shopId: number) =>
    db.transaction().execute((tx) => createCategory(tx, { shopId, actor }, { name: 'Home' }))
  const categories = { 1: await categoryOf(1), 2: await categoryOf(2) }
  const create = (shopId: 1 | 2, input: Omit<ProductInput, 'categoryId'>) =>
    db
      .transaction()
      .execute((tx) => createProduct(tx, { shopId, actor }, { categoryId: categories[shopId], ...input }))
  const files = ['a.webp', 'b.webp']
  const stored = files.map((file) => ({ file, width: 12, height: 9, bytes: 9 }))
  await db.transaction().execute((tx) => addImages(tx, 1, stored))
  const images = files.map((file) => ({ file, alt: '' }))
  const simple = [{ price: 100, stock: 9 }]

  const mug = { offer: 1_000, gst: 1_800, variants: [{ price: 50_000, stock: 5 }], images }
  const lamp = await create(1, {
    name: 'Lamp',
    options: ['Colour', 'Size'],
    images,
    variants: [
      { price: 100_000, stock: 2_000, options: { Colour: 'Sage', Size: 'Small' }, image: 'b.webp' },
      { price: 120_000, stock: 0, options: { Colour: 'Clay', Size: 'Small' } },
    ],
  })
  const variants = await variantsOf(db, lamp)
  return {
    mug: await create(1, { name: 'Stoneware mug', ...mug }),
    lamp,
    lampVariants: [variants[0]!, variants[1]!],
    draft: await create(1, { name: 'Draft', status: 'draft', variants: simple }),
    foreign: await create(2, { name: 'Foreign', variants: simple }),
    add: (name, input) => create(1, { name, ...input }),
    change: (id, input) =>
      db.transaction().execute((tx) => updateProduct(tx, { shopId: 1, actor }, id, input)),
  }
}

/** The variant ids of a product, in order. */
export async function variantsOf(db: Database, productId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}
