import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, recordAll, type WriteContext } from '#server/modules/journal/index.ts'
import { correct, receive, type StockLine } from './stock.writes.ts'

/** More than this no shop has, and no column holds. */
const mostOnHand = 1_000_000_000

/** What staff says has arrived, in the ledger and in the journal. AppError 404 where a variant is not there. */
export async function receiveGoods(
  tx: Transaction,
  context: WriteContext,
  lines: readonly StockLine[],
  note: string,
): Promise<void> {
  const { configId } = context
  const levels = await lockLevels(
    tx,
    configId,
    lines.map(({ variantId }) => variantId),
  )
  const changes = lines.map(({ variantId, quantity }) => {
    const { on_hand: before } = levels.get(variantId) ?? gone()
    if (before + quantity > mostOnHand) throw new AppError(400, 'invalid_input', 'That is too many')
    return {
      action: 'update' as const,
      subject: 'stock',
      subjectId: variantId,
      before: { onHand: before, note: '' },
      after: { onHand: before + quantity, note },
    }
  })
  await receive(tx, context, [...lines], { reason: note })
  const job = lines.length > 1 ? { job: randomUUID() } : {}
  await recordAll(tx, { ...context, ...job }, changes)
}

/**
 * What a count has shown, or by how much it differs. AppError 404 where the variant is not there, 409 `reserved` where
 * fewer would be left than are put aside for orders.
 */
export async function correctCount(
  tx: Transaction,
  context: WriteContext,
  { variantId, reason, ...wanted }: { variantId: number; reason: string; counted?: number; change?: number },
): Promise<void> {
  const levels = await lockLevels(tx, context.configId, [variantId])
  const level = levels.get(variantId) ?? gone()
  const change = wanted.change ?? (wanted.counted ?? level.on_hand) - level.on_hand
  if (change === 0) return
  const reserved = level.on_hand - level.available
  const onHand = level.on_hand + change
  if (onHand < 0) throw new AppError(409, 'out_of_stock', `There are only ${level.on_hand} on hand`)
  if (onHand < reserved) {
    const many = reserved === 1 ? '1 piece is' : `${reserved} pieces are`
    throw new AppError(409, 'reserved', `${many} put aside for orders: cancel an order first`)
  }
  if (onHand > mostOnHand) throw new AppError(400, 'invalid_input', 'That is too many')
  await correct(tx, context, [{ variantId, change }], { reason })
  await record(tx, {
    ...context,
    action: 'update',
    subject: 'stock',
    subjectId: variantId,
    before: { onHand: level.on_hand, reason: '' },
    after: { onHand, reason },
  })
}

/** Sets the mark at which a variant is low in stock; null: the one of the shop. AppError 404 where it is not there. */
export async function setLowMark(
  tx: Transaction,
  context: WriteContext,
  variantId: number,
  lowAt: number | null,
): Promise<void> {
  const { configId } = context
  const { low_at: before } = (await lockLevels(tx, configId, [variantId])).get(variantId) ?? gone()
  await tx
    .updateTable('stock_level')
    .set({ low_at: lowAt })
    .where('config_id', '=', configId)
    .where('variant_id', '=', variantId)
    .execute()
  await record(tx, {
    ...context,
    action: 'update',
    subject: 'stock',
    subjectId: variantId,
    before: { lowAt: before },
    after: { lowAt },
  })
}

/** The levels of what is for sale, by variant, locked in the order in which all lock them. */
export async function lockLevels(tx: Transaction, configId: number, variantIds: readonly number[]) {
  const rows = await tx
    .selectFrom('stock_level')
    .select(['variant_id', 'on_hand', 'available', 'low_at'])
    .where('config_id', '=', configId)
    .where('variant_id', 'in', variantIds)
    .where('is_listed', '=', true)
    .orderBy('variant_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.variant_id, row]))
}

function gone(): never {
  throw new AppError(404, 'not_found', 'There is no such variant')
}
