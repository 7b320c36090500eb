import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { notFound, refuseIssues } from './input.rules.ts'

export interface DeleteOptions {
  /** The replacement: the row that takes over everything that uses the deleted one. */
  moveTo?: number | undefined
}

/**
 * Locks a row that is about to be deleted, and its replacement. The order of ids prevents a deadlock of two opposite moves.
 * AppError 404 for an unknown replacement, 400 if it is the row itself.
 */
export async function lockReplacement(
  tx: Transaction,
  shopId: number,
  table: 'category' | 'subcategory' | 'specification',
  id: number,
  moveTo: number | undefined,
): Promise<void> {
  if (moveTo === undefined) return
  if (moveTo === id) {
    refuseIssues([{ path: 'moveTo', message: `Choose another ${table}` }])
  }
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('config_id', '=', shopId)
    .where('id', 'in', [id, moveTo])
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!rows.some((row) => row.id === moveTo)) throw notFound(table)
}

/** A context that groups all its audit entries in one job, so that staff can undo them together. */
export const asOneJob = (context: WriteContext): WriteContext => ({
  ...context,
  job: context.job ?? randomUUID(),
})
