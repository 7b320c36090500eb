import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { nameTaken, notFound, refuseInUse, requireName, withChanges } from './input.rules.ts'
import { inOneJob, moveOutOfSubcategory, requireOther, type DeleteOptions } from './move.writes.ts'
import { requirePictures } from './picture.writes.ts'
import { nextPosition } from './position.queries.ts'
import { claimSlug } from './slug.writes.ts'

export interface SubcategoryInput {
  categoryId: number
  /** Unique in its category. */
  name: string
  /** Made from the name where absent; AppError 409 where it is taken. */
  slug?: string
  /** File name of a stored picture. */
  picture?: string | null
  /** Behind the last where absent. */
  position?: number
}

/** Adds a subcategory and answers its id. AppError 404 where the category does not exist. A deleted one comes back under its `formerId`. */
export async function createSubcategory(
  tx: Transaction,
  context: WriteContext,
  input: SubcategoryInput,
  formerId?: number,
): Promise<number> {
  const { configId } = context
  const { categoryId } = input
  const name = requireName(input.name)
  const picture = input.picture ?? null
  if (picture) await requirePictures(tx, configId, [picture])
  const slug = await claimSlug(tx, configId, 'subcategory', { name, wanted: input.slug })
  const position = input.position ?? (await nextPosition(tx, configId, 'subcategory'))
  const { id } = await tx
    .insertInto('subcategory')
    .values({ config_id: configId, id: formerId, category_id: categoryId, name, slug, picture, position })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainRefusal(name))
  const after = { categoryId, name, slug, picture, position }
  await record(tx, { ...context, action: 'create', subject: 'subcategory', subjectId: id, after })
  return id
}

/** Changes the given fields. Its products follow it into another category. AppError 404 where there is none. */
export async function updateSubcategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<SubcategoryInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockSubcategory(tx, configId, id)
  await requireVersion(tx, context, { subject: 'subcategory', subjectId: id, version })
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  const { categoryId, name, slug, picture, position } = after
  if (picture && picture !== before.picture) await requirePictures(tx, configId, [picture])
  if (slug !== before.slug) await claimSlug(tx, configId, 'subcategory', { name, wanted: slug })
  // One statement, because a product's subcategory must lie in its category at the end of each.
  await tx
    .with('moved', (db) =>
      db
        .updateTable('product')
        .set({ category_id: categoryId })
        .where('config_id', '=', configId)
        .where('subcategory_id', '=', id)
        .where('deleted_at', 'is', null)
        .where('category_id', '<>', categoryId),
    )
    .updateTable('subcategory')
    .set({ category_id: categoryId, name, slug, picture, position })
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(explainRefusal(name))
  await record(tx, { ...context, action: 'update', subject: 'subcategory', subjectId: id, before, after })
}

/**
 * Deletes a subcategory that nothing uses; else AppError 409 says what does. With `moveTo` its products and the rules that
 * name it go to that subcategory first, which may lie in another category.
 */
export async function deleteSubcategory(
  tx: Transaction,
  given: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? given : inOneJob(given)
  const { configId } = context
  await requireOther(tx, configId, 'subcategory', id, moveTo)
  const before = await lockSubcategory(tx, configId, id)
  if (moveTo !== undefined) await moveOutOfSubcategory(tx, context, id, moveTo)
  const { rows } = await sql<{ product: number; collection: number }>`
    select (select count(*) from product where config_id = ${configId} and subcategory_id = ${id} and deleted_at is null) as product,
      (select count(*) from collection where config_id = ${configId} and rule ->> 'productsubcategoryid' = ${String(id)}) as collection
  `.execute(tx)
  refuseInUse(before.name, { ...rows[0] })
  await tx.deleteFrom('subcategory').where('config_id', '=', configId).where('id', '=', id).execute()
  await record(tx, { ...context, action: 'delete', subject: 'subcategory', subjectId: id, before })
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockSubcategory(tx: Transaction, configId: number, id: number) {
  const row = await tx
    .selectFrom('subcategory')
    .select(['category_id as categoryId', 'name', 'slug', 'picture', 'position'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('subcategory')
  return row
}

function explainRefusal(name: string) {
  return (error: unknown): never => {
    const constraint = violation(error)?.constraint
    if (constraint === 'subcategory_name') throw nameTaken(name)
    throw constraint === 'subcategory_config_id_category_id_fkey' ? notFound('category') : error
  }
}
