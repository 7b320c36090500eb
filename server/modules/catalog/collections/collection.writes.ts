import { collectionRule } from '#contract/catalog/admin/collection.ts'
import type { ProductFilter } from '#contract/catalog/product.ts'
import { type Transaction, violation } from '#server/db/connect.ts'
import { lockVersion, recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { notFound, refuseIssues, requireName, withChanges } from '../input.rules.ts'
import { requireImages } from '../images/image.writes.ts'
import { claimForNewRow } from '../new-row.writes.ts'
import { changeSlug } from '../slugs/slug.writes.ts'

/** The filter of a collection by rule; prices in major units, as in the contract. */
export type CollectionRule = Omit<ProductFilter, 'productid' | 'collectionid' | 'page' | 'limit' | 'facets'>

export interface CollectionInput {
  name: string
  /** Derived from the name by default. AppError 409 if a collection or a category has it. */
  slug?: string
  description?: string
  /** File name of a stored image. */
  image?: string | null
  /** The last position by default. */
  position?: number
  /** Selects the products; null: `productIds` does. */
  rule?: CollectionRule | null
  /** Hand-picked products in order. */
  productIds?: number[]
}

const collections = recordWrites({
  table: 'collection',
  columns: {
    name: 'name',
    slug: 'slug',
    description: 'description',
    image: 'image',
    position: 'position',
    rule: 'rule',
  },
  missing: () => notFound('collection'),
})

/** Adds a collection and returns its id. An undo of a deletion passes the `formerId`. */
export async function createCollection(
  tx: Transaction,
  context: WriteContext,
  { description = '', image = null, productIds = [], ...input }: CollectionInput,
  formerId?: number,
): Promise<number> {
  const { shopId } = context
  const name = requireName(input.name)
  const rule = requireValidRule(input.rule ?? null)
  const wanted = { name, image, slug: input.slug, position: input.position }
  const { slug, position } = await claimForNewRow(tx, shopId, 'collection', wanted)
  requireShortDescription(description)
  const after = { name, slug, description, image, position, rule, productIds }
  const id = await collections.create(tx, context, after, formerId)
  await replaceProducts(tx, shopId, id, productIds)
  return id
}

/** Changes the given fields of a collection. AppError 404 if it does not exist. */
export async function updateCollection(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CollectionInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'collection', subjectId: id, version },
    lockCollection(tx, shopId, id),
  )
  const after = withChanges<Required<CollectionInput>>(before, changes)
  after.name = requireName(after.name)
  after.rule = requireValidRule(after.rule)
  requireShortDescription(after.description)
  if (after.image && after.image !== before.image) await requireImages(tx, shopId, [after.image])
  if (after.slug !== before.slug)
    await changeSlug(tx, shopId, 'collection', { id, from: before.slug, to: after.slug })
  await collections.update(tx, context, id, { before, after })
  if (changes.productIds) await replaceProducts(tx, shopId, id, after.productIds)
}

/** Deletes a collection but not its products. AppError 404 if it does not exist. */
export async function deleteCollection(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await collections.remove(tx, context, id, await lockCollection(tx, context.shopId, id))
}

function requireValidRule(rule: CollectionRule | null): CollectionRule | null {
  if (rule === null) return null
  const checked = collectionRule.safeParse(rule)
  if (checked.success) return checked.data
  refuseIssues(
    checked.error.issues.map(({ path, message }) => ({ path: ['rule', ...path].join('.'), message })),
  )
  return null
}

function requireShortDescription(description: string): void {
  if (description.length <= 2000) return
  refuseIssues([{ path: 'description', message: 'Use at most 2,000 characters' }])
}

async function replaceProducts(tx: Transaction, shopId: number, id: number, productIds: readonly number[]) {
  await tx
    .deleteFrom('collection_product')
    .where('config_id', '=', shopId)
    .where('collection_id', '=', id)
    .execute()
  if (productIds.length === 0) return
  const rows = [...new Set(productIds)].map((productId, position) => ({
    config_id: shopId,
    collection_id: id,
    product_id: productId,
    position,
  }))
  await tx
    .insertInto('collection_product')
    .values(rows)
    .execute()
    .catch((error: unknown) => {
      throw violation(error)?.constraint === 'collection_product_config_id_product_id_fkey'
        ? notFound('product')
        : error
    })
}

/** The stored collection, locked until the transaction ends. AppError 404 if it does not exist. */
export async function lockCollection(
  tx: Transaction,
  shopId: number,
  id: number,
): Promise<Required<CollectionInput>> {
  const row = await collections.lock(tx, shopId, id)
  const products = await tx
    .selectFrom('collection_product')
    .select('product_id')
    .where('config_id', '=', shopId)
    .where('collection_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    ...row,
    rule: row.rule as CollectionRule | null,
    productIds: products.map(({ product_id }) => product_id),
  }
}
