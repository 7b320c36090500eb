import type { Database, Transaction } from '#server/db/connect.ts'
import { createSpecification, makeSlug } from '#server/modules/catalog/index.ts'
import { filterable } from './catalog.ts'
import type { GeneratedProduct } from './generate-product.ts'

/** The rows that products refer to. */
export interface ReferenceRows {
  /** By "category/subcategory". */
  subcategories: Map<string, { category_id: number; subcategory_id: number }>
  /** By name. */
  specifications: Map<string, { id: number; filterable: boolean }>
  /** Ids of facet values by `facetKey`. */
  facets: Map<string, number>
}

interface Facet {
  name: string
  value: string
}

export const facetKey = ({ name, value }: Facet) => `${name}: ${value}`

/** The facets of a product, as `refreshFacets` would derive them from its rows. */
export function facetsOf(
  product: GeneratedProduct,
  specifications: ReferenceRows['specifications'],
): Facet[] {
  const fromOptions = product.variants.flatMap(({ options }) => Object.entries(options))
  const fromSpecifications = product.specifications
    .filter(({ name }) => specifications.get(name)?.filterable)
    .flatMap(({ name, description }) => description.split(', ').map((value) => [name, value] as const))
  const facets = [...fromOptions, ...fromSpecifications].map(([name, value]) => ({ name, value }))
  return [...new Map(facets.map((facet) => [facetKey(facet), facet])).values()]
}

interface Target {
  shopId: number
  fileOf: (image: string) => string | undefined
}

/** Finds the rows that products refer to, and adds missing ones. */
export async function ensureReferenceRows(
  db: Database,
  target: Target,
  products: readonly GeneratedProduct[],
): Promise<ReferenceRows> {
  return db.transaction().execute(async (tx) => {
    await addCategories(tx, target, products)
    await addSubcategories(tx, target, products)
    const specifications = await addSpecifications(tx, target.shopId, products)
    const facets = await addFacets(tx, target.shopId, products, specifications)
    const rows = await tx
      .selectFrom('subcategory as s')
      .innerJoin('category as c', (join) =>
        join.onRef('c.config_id', '=', 's.config_id').onRef('c.id', '=', 's.category_id'),
      )
      .select(['s.id', 's.name', 's.category_id', 'c.name as category'])
      .where('s.config_id', '=', target.shopId)
      .execute()
    const subcategories = new Map(
      rows.map(({ category, name, category_id, id }) => [
        `${category}/${name}`,
        { category_id, subcategory_id: id },
      ]),
    )
    return { subcategories, specifications, facets }
  })
}

async function addCategories(
  tx: Transaction,
  { shopId, fileOf }: Target,
  products: readonly GeneratedProduct[],
) {
  const known = await tx
    .selectFrom('category')
    .select(['name', 'slug'])
    .where('config_id', '=', shopId)
    .execute()
  const collections = await tx
    .selectFrom('collection')
    .select('slug')
    .where('config_id', '=', shopId)
    .execute()
  const names = new Set(known.map(({ name }) => name))
  const slugs = new Set([...known, ...collections].map(({ slug }) => slug))
  const rows = products.flatMap(({ category, images: [image = ''] }) => {
    if (names.has(category)) return []
    names.add(category)
    const row = {
      config_id: shopId,
      name: category,
      slug: freeSlug(category, slugs),
      image: fileOf(image) ?? null,
    }
    return { ...row, position: names.size }
  })
  if (rows.length > 0) await tx.insertInto('category').values(rows).execute()
}

async function addSubcategories(
  tx: Transaction,
  { shopId, fileOf }: Target,
  products: readonly GeneratedProduct[],
) {
  const categories = await tx
    .selectFrom('category')
    .select(['id', 'name'])
    .where('config_id', '=', shopId)
    .execute()
  const idOf = new Map(categories.map(({ id, name }) => [name, id]))
  const known = await tx
    .selectFrom('subcategory')
    .select(['category_id', 'name', 'slug'])
    .where('config_id', '=', shopId)
    .execute()
  const names = new Set(known.map(({ category_id, name }) => `${category_id}/${name}`))
  const slugs = new Set(known.map(({ slug }) => slug))
  const rows = products.flatMap(({ category, subcategory: name, images: [image = ''] }) => {
    const categoryId = idOf.get(category) ?? 0
    if (names.has(`${categoryId}/${name}`)) return []
    names.add(`${categoryId}/${name}`)
    const row = { config_id: shopId, category_id: categoryId, name, slug: freeSlug(name, slugs) }
    return { ...row, image: fileOf(image) ?? null, position: names.size }
  })
  if (rows.length > 0) await tx.insertInto('subcategory').values(rows).execute()
}

async function addSpecifications(tx: Transaction, shopId: number, products: readonly GeneratedProduct[]) {
  const context = { shopId, actor: { id: null, name: 'Generator' } }
  const rows = await tx
    .selectFrom('specification')
    .select(['id', 'name', 'filterable'])
    .where('config_id', '=', shopId)
    .execute()
  const known: ReferenceRows['specifications'] = new Map(rows.map(({ name, ...row }) => [name, row]))
  for (const { name } of products.flatMap(({ specifications }) => specifications)) {
    if (known.has(name)) continue
    const input = { name, filterable: filterable.has(name) }
    known.set(name, { id: await createSpecification(tx, context, input), filterable: input.filterable })
  }
  return known
}

async function addFacets(
  tx: Transaction,
  shopId: number,
  products: readonly GeneratedProduct[],
  specifications: ReferenceRows['specifications'],
) {
  const facets = products.flatMap((product) => facetsOf(product, specifications))
  const distinct = [...new Map(facets.map((facet) => [facetKey(facet), facet])).values()]
  if (distinct.length > 0) {
    await tx
      .insertInto('facet_value')
      .values(distinct.map((facet) => ({ config_id: shopId, ...facet })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const rows = await tx
    .selectFrom('facet_value')
    .select(['id', 'name', 'value'])
    .where('config_id', '=', shopId)
    .execute()
  return new Map(rows.map((row) => [facetKey(row), row.id]))
}

function freeSlug(name: string, taken: Set<string>): string {
  const base = makeSlug(name, 'category')
  let slug = base
  for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
  taken.add(slug)
  return slug
}
