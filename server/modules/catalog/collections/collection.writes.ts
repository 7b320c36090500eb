import { collectionRule } from '#contract/catalog/admin/collection.ts'
import type { ProductFilter } from '#contract/catalog/product.ts'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
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
  const row = { name, slug, description, image, position, rule }
  requireShortDescription(description)
  const { id } = await tx
    .insertInto('collection')
    .values({ config_id: shopId, id: formerId, ...row, rule: rule && JSON.stringify(rule) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceProducts(tx, shopId, id, productIds)
  const after = { ...row, productIds }
  later(tx, record(tx, { ...context, action: 'create', subject: 'collection', subjectId: id, after }))
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
  const { productIds, ...row } = after
  requireShortDescription(row.description)
  if (row.image && row.image !== before.image) await requireImages(tx, shopId, [row.image])
  if (row.slug !== before.slug)
    await changeSlug(tx, shopId, 'collection', { id, from: before.slug, to: row.slug })
  await tx
    .updateTable('collection')
    .set({ ...row, rule: row.rule && JSON.stringify(row.rule) })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  if (changes.productIds) await replaceProducts(tx, shopId, id, productIds)
  later(tx, record(tx, { ...context, action: 'update', subject: 'collection', subjectId: id, before, after }))
}

/** Deletes a collection but not its products. AppError 404 if it does not exist. */
export async function deleteCollection(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { shopId } = context
  const before = await lockCollection(tx, shopId, id)
  await tx.deleteFrom('collection').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(tx, record(tx, { ...context, action: 'delete', subject: 'collection', subjectId: id, before }))
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
  const row = await tx
    .selectFrom('collection')
    .select(['name', 'slug', 'description', 'image', 'position', 'rule'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('collection')
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
