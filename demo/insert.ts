import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import { receive } from '#server/modules/stock/index.ts'
import type { InventedProduct } from './invent.ts'
import { facetKey, facetsOf, type Places } from './places.ts'

interface Target {
  configId: number
  currency: string
  fileOf: (image: string) => string | undefined
}

type Numbered = InventedProduct & { id: number }

/** Adds the products with all that belongs to them: one statement a table, whatever their number. */
export async function insertProducts(
  tx: Transaction,
  target: Target,
  places: Places,
  batch: readonly InventedProduct[],
): Promise<void> {
  const { configId } = target
  const ids = await reserveIds(tx, 'product', batch.length)
  const products = batch.map((product, i) => ({ ...product, id: ids[i] ?? 0 }))
  const variantIds = await reserveIds(tx, 'variant', batch.flatMap(({ variants }) => variants).length)
  const variants = variantRows(products, variantIds, target)

  await insertRows(tx, configId, 'product', productColumns, productRows(products, target, places))
  await insertRows(tx, configId, 'variant', variantColumns, variants)
  await insertRows(tx, configId, 'product_picture', pictureColumns, pictureRows(products, target))
  const specifications = specificationRows(products, places)
  await insertRows(tx, configId, 'product_specification', specificationColumns, specifications)
  await insertRows(tx, configId, 'product_facet', facetColumns, facetRows(products, places))
  const stocked = variants.flatMap(({ id, stock }) => (stock > 0 ? { variantId: id, quantity: stock } : []))
  const context = { configId, actor: { id: null, name: 'Generator' } }
  await receive(tx, context, stocked, { reason: 'Opening stock' })
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

function productRows(products: readonly Numbered[], { currency }: Target, places: Places) {
  return products.map((product) => {
    const { category, subcategory, daysAgo, variants } = product
    const prices = variants.map(({ price }) => toMinor(price, currency))
    const facets = facetsOf(product, places.specifications).map(
      (facet) => places.facets.get(facetKey(facet)) ?? 0,
    )
    const created = new Date(Date.now() - daysAgo * 86_400_000)
    return {
      ...product,
      ...places.subcategories.get(`${category}/${subcategory}`),
      is_new: daysAgo < 30,
      created_at: created,
      updated_at: created,
      // What the triggers would find out in a moment; said now, the row need not be written again each time.
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
  picture: 'text',
}

function variantRows(products: readonly Numbered[], ids: readonly number[], { currency, fileOf }: Target) {
  const rows = products.flatMap(({ id, category, variants }) =>
    variants.map(({ options, price, stock, image }, position) => ({
      product_id: id,
      position,
      sku: `${category.slice(0, 3).toUpperCase()}-${id}-${position + 1}`,
      options,
      price: toMinor(price, currency),
      picture: image && fileOf(image),
      stock,
    })),
  )
  return rows.map((row, i) => ({ ...row, id: ids[i] ?? 0 }))
}

const pictureColumns = { product_id: 'integer', position: 'integer', file: 'text', alt: 'text' }

function pictureRows(products: readonly Numbered[], { fileOf }: Target) {
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

function specificationRows(products: readonly Numbered[], places: Places) {
  return products.flatMap(({ id, specifications }) =>
    specifications.map(({ name, description }, position) => ({
      product_id: id,
      position,
      specification_id: places.specifications.get(name)?.id,
      description,
    })),
  )
}

const facetColumns = { product_id: 'integer', name: 'text', value: 'text' }

function facetRows(products: readonly Numbered[], places: Places) {
  return products.flatMap((product) =>
    facetsOf(product, places.specifications).map((facet) => ({ ...facet, product_id: product.id })),
  )
}

/** Inserts the named columns of the rows, as JSON, which the database takes apart. */
async function insertRows(
  tx: Transaction,
  configId: number,
  table: string,
  columns: Record<string, string>,
  rows: readonly object[],
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const typed = sql.raw(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )
  await sql`
    insert into ${sql.table(table)} (config_id, ${names})
    select ${configId}, ${names} from json_to_recordset(${JSON.stringify(rows)}) as r (${typed})`.execute(tx)
}

async function reserveIds(tx: Transaction, table: 'product' | 'variant', count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(name::regclass)::integer as id
    from pg_get_serial_sequence(${table}, 'id') name cross join generate_series(1, ${count})`.execute(tx)
  return rows.map((row) => row.id)
}
