import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/journal/index.ts'
import { notFound } from './input.rules.ts'
import { inNewOrder } from './order.rules.ts'

/**
 * Puts rows in the order in which their ids are given, in one job of the journal; those that are not given keep their
 * places. AppError 404 where the shop has no such row.
 */
export async function setOrder(
  tx: Transaction,
  context: WriteContext,
  table: 'category' | 'subcategory' | 'specification' | 'banner' | 'collection',
  ids: readonly number[],
): Promise<void> {
  const { configId } = context
  // By id, so that two who put them in order at once come one after the other.
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'position'])
    .where('config_id', '=', configId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw notFound(table)
  const moved = inNewOrder(rows, ids)
  if (moved.length === 0) return
  await sql`
    update ${sql.table(table)} t set position = m.position
    from jsonb_to_recordset(${JSON.stringify(moved)}) as m (id integer, position integer)
    where t.config_id = ${configId} and t.id = m.id`.execute(tx)
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
