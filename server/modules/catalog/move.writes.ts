import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { updateCollection, type CollectionRule } from './collection.writes.ts'
import { notFound, refuseIssues } from './input.rules.ts'
import { moveProducts } from './move-products.writes.ts'

export interface DeleteOptions {
  /** Takes over what uses it. */
  moveTo?: number | undefined
}

/**
 * Locks what is to be deleted together with what takes its place, in the order of their ids, so that two who move things
 * towards one another do not wait for ever. AppError 404 where the other does not exist, 400 where it is no other.
 */
export async function requireOther(
  tx: Transaction,
  configId: number,
  table: 'category' | 'subcategory' | 'specification',
  id: number,
  moveTo: number | undefined,
): Promise<void> {
  if (moveTo === undefined) return
  if (moveTo === id) {
    refuseIssues([{ path: 'moveTo', message: `Choose another ${table} to move things to` }])
  }
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('config_id', '=', configId)
    .where('id', 'in', [id, moveTo])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!rows.some((row) => row.id === moveTo)) throw notFound(table)
}

/** Makes the products of a subcategory those of another one, with its category. */
export async function moveOutOfSubcategory(
  tx: Transaction,
  context: WriteContext,
  id: number,
  moveTo: number,
): Promise<void> {
  const { configId } = context
  const { category_id: categoryId } = await tx
    .selectFrom('subcategory')
    .select('category_id')
    .where('config_id', '=', configId)
    .where('id', '=', moveTo)
    .executeTakeFirstOrThrow()
  await moveProducts(tx, context, { subcategoryId: id }, { categoryId, subcategoryId: moveTo })
  await changeRules(tx, context, 'productsubcategoryid', id, {
    productcategoryid: categoryId,
    productsubcategoryid: moveTo,
  })
}

/** What belongs together can be taken back together. */
export const inOneJob = (context: WriteContext): WriteContext => ({
  ...context,
  job: context.job ?? randomUUID(),
})

/** Rules of collections that name it name the other one instead. */
export async function changeRules(
  tx: Transaction,
  context: WriteContext,
  field: 'productcategoryid' | 'productsubcategoryid',
  id: number,
  replacement: CollectionRule,
): Promise<void> {
  const { rows } = await sql<{ id: number; rule: CollectionRule }>`
    select id, rule from collection
    where config_id = ${context.configId} and rule ->> ${field} = ${String(id)} order by id`.execute(tx)
  for (const row of rows) {
    await updateCollection(tx, context, row.id, { rule: { ...row.rule, ...replacement } })
  }
}
