import type { Database } from '#server/db/connect.ts'
import { flag, lines, named, percent, plain, type AuditSubject } from '#server/modules/audit/index.ts'
import type { ProductState, VariantState } from '../editing/product.rules.ts'
import { undoProductChanges, undoProductCreations } from './undo-products.writes.ts'
import { lockProduct, lockProducts } from '../editing/product-state.queries.ts'
import { deleteProduct, updateProduct } from '../editing/product.writes.ts'
import { restoreProduct } from './restore-product.writes.ts'

const inLedger = 'Past stock movements can’t be changed. Correct the stock instead.'

/** How the audit log shows changes of a product and undoes them. */
export const productAuditSubject: AuditSubject = {
  subject: 'product',
  noun: 'Product',
  permission: 'catalog',
  fields: {
    name: plain('Name'),
    slug: plain('Address'),
    description: plain('Description'),
    categoryId: named('Category', 'category'),
    subcategoryId: named('Subcategory', 'subcategory'),
    status: plain('Status'),
    isNew: flag('New'),
    offer: percent('Offer'),
    saleStartsAt: plain('Sale starts'),
    saleEndsAt: plain('Sale ends'),
    gst: percent('GST'),
    taxClass: plain('Tax class'),
    hsn: plain('Commodity code'),
    brand: plain('Brand'),
    origin: plain('Country of origin'),
    weight: plain('Weight (g)'),
    options: plain('Options'),
    variants: lines<VariantState>('Price and variants', (variant, formatters) =>
      // Older entries have fewer fields.
      [
        ...Object.values(variant.options),
        formatters.money(variant.price),
        typeof variant.salePrice === 'number' && `sale ${formatters.money(variant.salePrice)}`,
        variant.sku,
        variant.barcode,
        variant.mpn && `MPN ${variant.mpn}`,
        variant.shelf && `shelf ${variant.shelf}`,
        typeof variant.cost === 'number' && `cost ${formatters.money(variant.cost)}`,
        variant.tracked === false ? 'stock not counted' : variant.sellWhenSoldOut && 'sold when sold out',
      ]
        .filter(Boolean)
        .join(' · '),
    ),
    images: {
      name: 'Images',
      images: true,
      format: (value) => (Array.isArray(value) ? value : []).map((one) => (one as { file: string }).file),
    },
    specifications: {
      ...lines<ProductState['specifications'][number]>('Specifications', (pair, formatters) => {
        return `${formatters.nameOf('specification', pair.specificationId)}: ${pair.description}`
      }),
      references: {
        subject: 'specification',
        ids: (value) =>
          (Array.isArray(value) ? value : []).map(
            (pair) => (pair as { specificationId: number }).specificationId,
          ),
      },
    },
    searchTitle: plain('Search title'),
    searchDescription: plain('Search description'),
    stock: { name: 'Stock', undoRefusal: inLedger },
  },
  listNames: listProductNames,
  undo: {
    read: lockProduct,
    update: (tx, write, id, fields) => updateProduct(tx, write, id, fields),
    create: (tx, write, id, state) => restoreProduct(tx, write, id, state as unknown as ProductState),
    async remove(tx, write, id) {
      await deleteProduct(tx, write, id)
    },
    many: { read: lockProducts, update: undoProductChanges, remove: undoProductCreations },
  },
}

/** Includes deleted products. */
async function listProductNames(db: Database, shopId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('config_id', '=', shopId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
