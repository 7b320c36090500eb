import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { notFound } from '../input.rules.ts'
import { movedRows } from './reorder.rules.ts'

/**
 * Reorders rows to match `ids`, as one audit log job; other rows keep their position. AppError 404 for an id that the shop
 * does not have.
 */
export async function reorder(
  tx: Transaction,
  context: WriteContext,
  table: 'category' | 'subcategory' | 'specification' | 'banner' | 'collection',
  ids: readonly number[],
): Promise<void> {
  const { shopId } = context
  // In the order of id, so that concurrent calls wait for each other instead of deadlocking.
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'position'])
    .where('config_id', '=', shopId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw notFound(table)
  const moved = movedRows(rows, ids)
  if (moved.length === 0) return
  await sql`
    update ${sql.table(table)} t set position = m.position
    from jsonb_to_recordset(${JSON.stringify(moved)}) as m (id integer, position integer)
    where t.config_id = ${shopId} and t.id = m.id`.execute(tx)
  await recordAll(
    tx,
    { ...context, job: context.job ?? randomUUID() },
    moved.map(({ id, position, before }) => ({
      action: 'update',
      subject: table,
      subjectId: id,
      before: { position: before },
      after: { position },
    })),
  )
}
