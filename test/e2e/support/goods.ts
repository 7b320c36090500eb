import { randomUUID } from 'node:crypto'
import { createProduct, updateProduct } from '#server/modules/catalog/index.ts'
import { variantsOf } from '#test/harness/data/goods.ts'
import { inDatabase } from './person.ts'

const write = { shopId: 1, actor: { id: null, name: 'Asha' } }

/** A product that no other test buys. */
export interface OwnProduct {
  productid: number
  variantid: number
  name: string
  /** Prices in minor units. */
  change(variant: { price: number; stock: number }): Promise<void>
}

/** Adds a simple product to the shop under test; the price is in minor units. */
export async function ownProduct(price: number, stock: number): Promise<OwnProduct> {
  const name = `Slip jar ${randomUUID().slice(0, 8)}`
  return inDatabase(async (db) => {
    const { id: categoryId } = await db
      .selectFrom('category')
      .select('id')
      .where('config_id', '=', 1)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const variants = [{ price, stock }]
    const productid = await db
      .transaction()
      .execute((tx) => createProduct(tx, write, { name, categoryId, variants }))
    const [variantid = 0] = await variantsOf(db, productid)
    return {
      productid,
      variantid,
      name,
      change: (variant) =>
        inDatabase(async (again) => {
          await again
            .transaction()
            .execute((tx) => updateProduct(tx, write, productid, { variants: [variant] }))
        }),
    }
  })
}
