import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { receive } from '#server/modules/stock/index.ts'
import type { GeneratedProduct } from './generate-product.ts'
import { facetKey, facetsOf, type ReferenceRows } from './reference-rows.ts'

interface Target {
  shopId: number
  currency: string
  fileOf: (image: string) => string | undefined
}

type NumberedProduct = GeneratedProduct & { id: number }

/** Inserts products with everything that belongs to them, in one statement per table. */
export async function insertProducts(
  tx: Transaction,
  target: Target,
  references: ReferenceRows,
  batch: readonly GeneratedProduct[],
): Promise<void> {
  const { shopId } = target
  const ids = await reserveIds(tx, 'product', batch.length)
  const products = batch.map((product, i) => ({ ...product, id: ids[i] ?? 0 }))
  const variantIds = await reserveIds(tx, 'variant', batch.flatMap(({ variants }) => variants).length)
  const variants = variantRows(products, variantIds, target)

  await insertRows(tx, shopId, 'product', productColumns, productRows(products, target, references))
  await insertRows(tx, shopId, 'variant', variantColumns, variants)
  await insertRows(tx, shopId, 'product_image', imageColumns, imageRows(products, target))
  await sql`
    select refresh_product_listing(array_agg(${shopId}::integer), array_agg(id))
    from unnest(${ids}::integer[]) id`.execute(tx)
  const specifications = specificationRows(products, references)
  await insertRows(tx, shopId, 'product_specification', specificationColumns, specifications)
  const stocked = variants.flatMap(({ id, stock }) => (stock > 0 ? { variantId: id, quantity: stock } : []))
  const context = { shopId, actor: { id: null, name: 'Generator' } }
  later(tx, receive(tx, context, stocked, { reason: 'Opening stock' }))
}

const productColumns = {
  id: 'integer',
  category_id: 'integer',
  subcategory_id: 'integer',
  name: 'text',
  slug: 'text',
  description: 'text',
  is_new: 'boolean',
  offer: 'integer',
  gst: 'integer',
  options: 'text[]',
  price_from: 'bigint',
  price_to: 'bigint',
  in_stock: 'boolean',
  facets: 'integer[]',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

function productRows(products: readonly NumberedProduct[], { currency }: Target, references: ReferenceRows) {
  return products.map((product) => {
    const { category, subcategory, daysAgo, variants } = product
    const prices = variants.map(({ price }) => toMinor(price, currency))
    const facets = facetsOf(product, references.specifications).map(
      (facet) => references.facets.get(facetKey(facet)) ?? 0,
    )
    const created = new Date(Date.now() - daysAgo * 86_400_000)
    return {
      ...product,
      ...references.subcategories.get(`${category}/${subcategory}`),
      is_new: daysAgo < 30,
      created_at: created,
      updated_at: created,
      // Triggers would derive these values too, but with another write of each row.
      price_from: Math.min(...prices),
      price_to: Math.max(...prices),
      in_stock: variants.some(({ stock }) => stock > 0),
      facets: facets.sort((a, b) => a - b),
    }
  })
}

const variantColumns = {
  id: 'integer',
  product_id: 'integer',
  position: 'integer',
  sku: 'text',
  options: 'jsonb',
  price: 'bigint',
  image: 'text',
}

function variantRows(
  products: readonly NumberedProduct[],
  ids: readonly number[],
  { currency, fileOf }: Target,
) {
  const rows = products.flatMap(({ id, category, variants }) =>
    variants.map(({ options, price, stock, image }, position) => ({
      product_id: id,
      position,
      sku: `${category.slice(0, 3).toUpperCase()}-${id}-${position + 1}`,
      options,
      price: toMinor(price, currency),
      image: image && fileOf(image),
      stock,
    })),
  )
  return rows.map((row, i) => ({ ...row, id: ids[i] ?? 0 }))
}

const imageColumns = { product_id: 'integer', position: 'integer', file: 'text', alt: 'text' }

function imageRows(products: readonly NumberedProduct[], { fileOf }: Target) {
  return products.flatMap(({ id, name, images }) =>
    images.flatMap((image, position) => {
      const file = fileOf(image)
      return file ? { product_id: id, position, file, alt: name } : []
    }),
  )
}

const specificationColumns = {
  product_id: 'integer',
  position: 'integer',
  specification_id: 'integer',
  description: 'text',
}

function specificationRows(products: readonly NumberedProduct[], references: ReferenceRows) {
  return products.flatMap(({ id, specifications }) =>
    specifications.map(({ name, description }, position) => ({
      product_id: id,
      position,
      specification_id: references.specifications.get(name)?.id,
      description,
    })),
  )
}

/** Inserts the named columns of the rows, which travel as one JSON value. */
async function insertRows(
  tx: Transaction,
  shopId: number,
  table: string,
  columns: Record<string, string>,
  rows: readonly object[],
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const typedColumns = sql.raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )
  await sql`
    insert into ${sql.table(table)} (config_id, ${names})
    select ${shopId}, ${names} from json_to_recordset(${JSON.stringify(rows)}) as r (${typedColumns})`.execute(
    tx,
  )
}

async function reserveIds(tx: Transaction, table: 'product' | 'variant', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(name::regclass)::integer as id
    from pg_get_serial_sequence(${table}, 'id') name cross join generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}
