import { collectionRule } from '#contract/admin-collection.ts'
import type { ProductFilter } from '#contract/product.ts'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { notFound, refuseIssues, requireName, withChanges } from './input.rules.ts'
import { requirePictures } from './picture.writes.ts'
import { nextPosition } from './position.queries.ts'
import { claimSlug } from './slug.writes.ts'

/** What a collection may ask of its products; prices in major units, as in the contract. */
export type CollectionRule = Omit<ProductFilter, 'productid' | 'collectionid' | 'page' | 'limit' | 'facets'>

export interface CollectionInput {
  name: string
  /** Made from the name where absent; AppError 409 where a collection or a category has it. */
  slug?: string
  description?: string
  /** File name of a stored picture. */
  picture?: string | null
  /** Behind the last where absent. */
  position?: number
  /** Which products it catches; null: those chosen by hand. */
  rule?: CollectionRule | null
  /** Chosen by hand, in this order. */
  productIds?: number[]
}

/** Adds a collection and answers its id. A deleted one comes back under its `formerId`. */
export async function createCollection(
  tx: Transaction,
  context: WriteContext,
  { description = '', picture = null, productIds = [], ...input }: CollectionInput,
  formerId?: number,
): Promise<number> {
  const { configId } = context
  const name = requireName(input.name)
  const rule = checkRule(input.rule ?? null)
  if (picture) await requirePictures(tx, configId, [picture])
  const slug = await claimSlug(tx, configId, 'collection', { name, wanted: input.slug })
  const position = input.position ?? (await nextPosition(tx, configId, 'collection'))
  const row = { name, slug, description, picture, position, rule }
  refuseLong(description)
  const { id } = await tx
    .insertInto('collection')
    .values({ config_id: configId, id: formerId, ...row, rule: rule && JSON.stringify(rule) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeChosen(tx, configId, id, productIds)
  const after = { ...row, productIds }
  await record(tx, { ...context, action: 'create', subject: 'collection', subjectId: id, after })
  return id
}

/** Changes the given fields of a collection. AppError 404 where there is none. */
export async function updateCollection(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CollectionInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockCollection(tx, configId, id)
  await requireVersion(tx, context, { subject: 'collection', subjectId: id, version })
  const after = withChanges<Required<CollectionInput>>(before, changes)
  after.name = requireName(after.name)
  after.rule = checkRule(after.rule)
  const { productIds, ...row } = after
  refuseLong(row.description)
  if (row.picture && row.picture !== before.picture) await requirePictures(tx, configId, [row.picture])
  if (row.slug !== before.slug)
    await claimSlug(tx, configId, 'collection', { name: row.name, wanted: row.slug })
  await tx
    .updateTable('collection')
    .set({ ...row, rule: row.rule && JSON.stringify(row.rule) })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
  if (changes.productIds) await writeChosen(tx, configId, id, productIds)
  await record(tx, { ...context, action: 'update', subject: 'collection', subjectId: id, before, after })
}

/** Deletes a collection; its products stay. AppError 404 where there is none. */
export async function deleteCollection(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { configId } = context
  const before = await lockCollection(tx, configId, id)
  await tx.deleteFrom('collection').where('config_id', '=', configId).where('id', '=', id).execute()
  await record(tx, { ...context, action: 'delete', subject: 'collection', subjectId: id, before })
}

function checkRule(rule: CollectionRule | null): CollectionRule | null {
  if (rule === null) return null
  const checked = collectionRule.safeParse(rule)
  if (checked.success) return checked.data
  refuseIssues(
    checked.error.issues.map(({ path, message }) => ({ path: ['rule', ...path].join('.'), message })),
  )
  return null
}

function refuseLong(description: string): void {
  if (description.length <= 2000) return
  refuseIssues([{ path: 'description', message: 'A description has at most 2,000 characters' }])
}

async function writeChosen(tx: Transaction, configId: number, id: number, productIds: readonly number[]) {
  await tx
    .deleteFrom('collection_product')
    .where('config_id', '=', configId)
    .where('collection_id', '=', id)
    .execute()
  if (productIds.length === 0) return
  const rows = [...new Set(productIds)].map((productId, position) => ({
    config_id: configId,
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

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockCollection(
  tx: Transaction,
  configId: number,
  id: number,
): Promise<Required<CollectionInput>> {
  const row = await tx
    .selectFrom('collection')
    .select(['name', 'slug', 'description', 'picture', 'position', 'rule'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('collection')
  const chosen = await tx
    .selectFrom('collection_product')
    .select('product_id')
    .where('config_id', '=', configId)
    .where('collection_id', '=', id)
    .orderBy('position')
    .execute()
  return {
    ...row,
    rule: row.rule as CollectionRule | null,
    productIds: chosen.map(({ product_id }) => product_id),
  }
}
