import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import { nameTaken, notFound, refuseInUse, requireName, withChanges } from './input.rules.ts'
import { moveOutOfCategory } from './move-category.writes.ts'
import { inOneJob, requireOther, type DeleteOptions } from './move.writes.ts'
import { requirePictures } from './picture.writes.ts'
import { nextPosition } from './position.queries.ts'
import { claimSlug } from './slug.writes.ts'

export interface CategoryInput {
  /** Unique in the shop. */
  name: string
  /** Made from the name where absent; AppError 409 where it is taken. */
  slug?: string
  /** File name of a stored picture. */
  picture?: string | null
  /** Behind the last where absent. */
  position?: number
}

/** Adds a category and answers its id. A deleted one comes back under its `formerId`. */
export async function createCategory(
  tx: Transaction,
  context: WriteContext,
  input: CategoryInput,
  formerId?: number,
): Promise<number> {
  const { configId } = context
  const name = requireName(input.name)
  const picture = input.picture ?? null
  if (picture) await requirePictures(tx, configId, [picture])
  const slug = await claimSlug(tx, configId, 'category', { name, wanted: input.slug })
  const position = input.position ?? (await nextPosition(tx, configId, 'category'))
  const after = { name, slug, picture, position }
  const { id } = await tx
    .insertInto('category')
    .values({ config_id: configId, id: formerId, ...after })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSameName(name))
  await record(tx, { ...context, action: 'create', subject: 'category', subjectId: id, after })
  return id
}

/** Changes the given fields of a category. A new name leaves its address as it is. AppError 404 where there is none. */
export async function updateCategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CategoryInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockCategory(tx, configId, id)
  await requireVersion(tx, context, { subject: 'category', subjectId: id, version })
  const after = withChanges(before, changes)
  after.name = requireName(after.name)
  if (after.picture && after.picture !== before.picture) await requirePictures(tx, configId, [after.picture])
  if (after.slug !== before.slug)
    await claimSlug(tx, configId, 'category', { name: after.name, wanted: after.slug })
  await tx
    .updateTable('category')
    .set(after)
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameName(after.name))
  await record(tx, { ...context, action: 'update', subject: 'category', subjectId: id, before, after })
}

/**
 * Deletes a category that nothing uses; else AppError 409 says what does. With `moveTo` its subcategories, products and the
 * rules that name it go to that category first.
 */
export async function deleteCategory(
  tx: Transaction,
  given: WriteContext,
  id: number,
  { moveTo }: DeleteOptions = {},
): Promise<void> {
  const context = moveTo === undefined ? given : inOneJob(given)
  const { configId } = context
  await requireOther(tx, configId, 'category', id, moveTo)
  const before = await lockCategory(tx, configId, id)
  if (moveTo !== undefined) await moveOutOfCategory(tx, context, id, moveTo)
  const { rows } = await sql<{ subcategory: number; product: number; collection: number }>`
    select (select count(*) from subcategory where config_id = ${configId} and category_id = ${id}) as subcategory,
      (select count(*) from product where config_id = ${configId} and kept_category_id = ${id}) as product,
      (select count(*) from collection where config_id = ${configId} and rule ->> 'productcategoryid' = ${String(id)}) as collection
  `.execute(tx)
  refuseInUse(before.name, { ...rows[0] })
  await tx.deleteFrom('category').where('config_id', '=', configId).where('id', '=', id).execute()
  await record(tx, { ...context, action: 'delete', subject: 'category', subjectId: id, before })
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockCategory(tx: Transaction, configId: number, id: number) {
  const row = await tx
    .selectFrom('category')
    .select(['name', 'slug', 'picture', 'position'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('category')
  return row
}

function refuseSameName(name: string) {
  return (error: unknown): never => {
    throw violation(error)?.constraint === 'category_name' ? nameTaken(name) : error
  }
}
