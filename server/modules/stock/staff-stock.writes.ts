import { randomUUID } from 'node:crypto'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import { correct, receive, type StockLine } from './stock.writes.ts'

/** Within the range of the integer column. */
const MAX_ON_HAND = 1_000_000_000

/** Books received goods in the ledger and the audit log. AppError 404 for an unknown variant, 409 `not_tracked`. */
export async function receiveGoods(
  tx: Transaction,
  context: WriteContext,
  lines: readonly StockLine[],
  note: string,
): Promise<void> {
  const { shopId } = context
  const levels = await lockStockLevels(
    tx,
    shopId,
    lines.map(({ variantId }) => variantId),
  )
  const changes = lines.map(({ variantId, quantity }) => {
    const { on_hand: before } = requireTracked(levels.get(variantId))
    if (before + quantity > MAX_ON_HAND) throw new AppError(400, 'invalid_input', 'Too many')
    return {
      action: 'update' as const,
      subject: 'stock',
      subjectId: variantId,
      before: { onHand: before, note: '' },
      after: { onHand: before + quantity, note },
    }
  })
  later(tx, receive(tx, context, [...lines], { reason: note }))
  const job = lines.length > 1 ? { job: randomUUID() } : {}
  await recordAll(tx, { ...context, ...job }, changes)
}

/**
 * Corrects the stock on hand to a count, or by a difference. AppError 404 for an unknown variant, 409 `not_tracked`, 409
 * `reserved` if it takes units that are reserved. A level below 0 may rise, whatever orders have taken.
 */
export async function correctStockCount(
  tx: Transaction,
  context: WriteContext,
  { variantId, reason, ...input }: { variantId: number; reason: string; counted?: number; change?: number },
): Promise<void> {
  const levels = await lockStockLevels(tx, context.shopId, [variantId])
  const level = requireTracked(levels.get(variantId))
  const change = input.change ?? (input.counted ?? level.on_hand) - level.on_hand
  if (change === 0) return
  const reserved = level.on_hand - level.available
  const onHand = level.on_hand + change
  if (change < 0 && onHand < 0)
    throw new AppError(409, 'out_of_stock', `Only ${Math.max(level.on_hand, 0)} on hand`)
  if (change < 0 && onHand < reserved && !level.sell_when_sold_out) {
    const units = reserved === 1 ? '1 unit is' : `${reserved} units are`
    throw new AppError(
      409,
      'reserved',
      `${units} reserved for orders or drafts. Cancel an order or release a draft first.`,
    )
  }
  if (onHand > MAX_ON_HAND) throw new AppError(400, 'invalid_input', 'Too many')
  await correct(tx, context, [{ variantId, change }], { reason })
  later(
    tx,
    record(tx, {
      ...context,
      action: 'update',
      subject: 'stock',
      subjectId: variantId,
      before: { onHand: level.on_hand, reason: '' },
      after: { onHand, reason },
    }),
  )
}

/** Sets the low-stock threshold of a variant; null uses the shop's. AppError 404 for an unknown variant, 409 `not_tracked`. */
export async function setLowStockThreshold(
  tx: Transaction,
  context: WriteContext,
  variantId: number,
  threshold: number | null,
): Promise<void> {
  const { shopId } = context
  const levels = await lockStockLevels(tx, shopId, [variantId])
  const { low_stock_threshold: before } = requireTracked(levels.get(variantId))
  await tx
    .updateTable('stock_level')
    .set({ low_stock_threshold: threshold })
    .where('config_id', '=', shopId)
    .where('variant_id', '=', variantId)
    .execute()
  later(
    tx,
    record(tx, {
      ...context,
      action: 'update',
      subject: 'stock',
      subjectId: variantId,
      before: { lowStockThreshold: before },
      after: { lowStockThreshold: threshold },
    }),
  )
}

/** The stock levels of variants that are not retired, locked in the order that every writer uses. */
export async function lockStockLevels(tx: Transaction, shopId: number, variantIds: readonly number[]) {
  const rows = await tx
    .selectFrom('stock_level')
    .select(['variant_id', 'on_hand', 'available', 'low_stock_threshold', 'tracked', 'sell_when_sold_out'])
    .where('config_id', '=', shopId)
    .where('variant_id', 'in', variantIds)
    .where('is_listed', '=', true)
    .orderBy('variant_id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.variant_id, row]))
}

/** AppError 404 for no level, 409 `not_tracked` for one that is not counted. */
function requireTracked<Level extends { tracked: boolean }>(level: Level | undefined): Level {
  if (!level) throw new AppError(404, 'not_found', 'There is no such variant')
  if (level.tracked) return level
  const message = 'The stock of this variant is not counted. Change “When sold out” in its product first.'
  throw new AppError(409, 'not_tracked', message)
}

/**
 * Corrects stock so that exactly this many units can be sold, despite concurrent sales. Returns the differences by variant
 * id. Variants that do not exist, or whose stock is not counted, are left out.
 */
export async function setStockCounts(
  tx: Transaction,
  context: WriteContext,
  lines: readonly { variantId: number; available: number }[],
  reason: string,
): Promise<Map<number, number>> {
  if (lines.length === 0) return new Map()
  const levels = await lockStockLevels(
    tx,
    context.shopId,
    lines.map(({ variantId }) => variantId),
  )
  const changes = lines.flatMap(({ variantId, available }) => {
    const level = levels.get(variantId)
    const change = level?.tracked ? available - level.available : 0
    return level && change !== 0 ? [{ variantId, change, onHand: level.on_hand }] : []
  })
  await correct(tx, context, changes, { reason })
  const entries = changes.map(({ variantId, change, onHand }) => ({
    action: 'update' as const,
    subject: 'stock',
    subjectId: variantId,
    before: { onHand, reason: '' },
    after: { onHand: onHand + change, reason },
  }))
  await recordAll(tx, context, entries)
  return new Map(changes.map(({ variantId, change }) => [variantId, change]))
}
