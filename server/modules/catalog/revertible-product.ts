import type { Database } from '#server/db/connect.ts'
import { flag, lines, named, percent, plain, type Revertible } from '#server/modules/journal/index.ts'
import type { ProductState, VariantState } from './product.rules.ts'
import { putProductsBack } from './product-put-back.writes.ts'
import { lockProduct, lockProducts } from './product-state.queries.ts'
import { deleteProduct, updateProduct } from './product.writes.ts'
import { restoreProduct } from './product-restore.writes.ts'

const inLedger = 'Stock is a ledger, which is only ever added to: book the difference instead'

/** A product, as the journal shows it and puts it back. */
export const revertibleProduct: Revertible = {
  subject: 'product',
  noun: 'Product',
  permission: 'catalogue',
  fields: {
    name: plain('Name'),
    slug: plain('Address'),
    description: plain('Description'),
    categoryId: named('Category', 'category'),
    subcategoryId: named('Subcategory', 'subcategory'),
    status: plain('Status'),
    isNew: flag('New'),
    offer: percent('Offer'),
    gst: percent('GST'),
    weight: plain('Weight (g)'),
    options: plain('Options'),
    variants: lines<VariantState>('Price and variants', ({ sku, options, price }, say) =>
      [...Object.values(options), say.money(price), sku].filter(Boolean).join(' · '),
    ),
    pictures: {
      name: 'Pictures',
      pictures: true,
      words: (value) => (Array.isArray(value) ? value : []).map((one) => (one as { file: string }).file),
    },
    specifications: {
      ...lines<ProductState['specifications'][number]>('Specifications', (pair, say) => {
        return `${say.nameOf('specification', pair.specificationId)}: ${pair.description}`
      }),
      refers: {
        subject: 'specification',
        ids: (value) =>
          (Array.isArray(value) ? value : []).map(
            (pair) => (pair as { specificationId: number }).specificationId,
          ),
      },
    },
    searchTitle: plain('Search title'),
    searchDescription: plain('Search description'),
    stock: { name: 'Stock', kept: inLedger },
  },
  listNames: listProductNames,
  back: {
    read: lockProduct,
    update: (tx, write, id, fields) => updateProduct(tx, write, id, fields),
    create: (tx, write, id, state) => restoreProduct(tx, write, id, state as unknown as ProductState),
    async remove(tx, write, id) {
      await deleteProduct(tx, write, id)
    },
    many: { read: lockProducts, update: putProductsBack },
  },
}

/** Deleted ones too. */
async function listProductNames(db: Database, configId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('config_id', '=', configId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
