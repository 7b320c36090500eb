import { sql } from 'kysely'
import { prepared, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { variantName } from './variant-name.ts'

/** A quantity of one variant. */
export interface StockLine {
  variantId: number
  /** Above 0. */
  quantity: number
}

/** The reason for people, and a reference such as an order number. */
export interface StockNote {
  reason?: string
  reference?: string
}

interface Movement {
  variantId: number
  onHand: number
  available: number
}

// Nothing can be missing when units are added, so callers need not wait for these.

/** Adds goods that arrived. */
export function receive(tx: Transaction, context: WriteContext, lines: StockLine[], note: StockNote) {
  return move(tx, context, 'received', lines.map(addition), note)
}

/** Adds units that a customer returned. */
export function returnStock(tx: Transaction, context: WriteContext, lines: StockLine[], note: StockNote) {
  return move(tx, context, 'returned', lines.map(addition), note)
}

/** Releases reserved units. */
export function release(tx: Transaction, context: WriteContext, lines: StockLine[], note: StockNote) {
  const movements = lines.map(({ variantId, quantity }) => ({ variantId, onHand: 0, available: quantity }))
  return move(tx, context, 'released', movements, note)
}

/**
 * Reserves all lines for an order, or none: AppError 409 `out_of_stock` tells what is left of each. Callers leave out variants
 * whose stock is not counted. A variant that is sold when it is sold out may fall below 0.
 */
export function reserve(tx: Transaction, context: WriteContext, lines: StockLine[], note: StockNote) {
  const movements = lines.map(({ variantId, quantity }) => ({ variantId, onHand: 0, available: -quantity }))
  return move(tx, context, 'reserved', movements, note)
}

/**
 * Changes what a reference has reserved from some lines to others, one per variant. Units that it keeps are never free in between.
 * AppError 409 `out_of_stock` counts them as left.
 */
export async function changeReservation(
  tx: Transaction,
  context: WriteContext,
  { from, to }: { from: readonly StockLine[]; to: readonly StockLine[] },
  note: StockNote,
): Promise<void> {
  const own = new Map(from.map(({ variantId, quantity }) => [variantId, quantity]))
  const wanted = new Map(to.map(({ variantId, quantity }) => [variantId, quantity]))
  const changed = [...new Set([...own.keys(), ...wanted.keys()])]
    .map((variantId) => ({
      variantId,
      change: (wanted.get(variantId) ?? 0) - (own.get(variantId) ?? 0),
    }))
    .filter(({ change }) => change !== 0)
  if (changed.length === 0) return
  const variantIds = changed.map(({ variantId }) => variantId)
  const movements = (sign: 1 | -1) =>
    changed.flatMap(({ variantId, change }) =>
      Math.sign(change) === sign ? { variantId, onHand: 0, available: -change } : [],
    )
  // Both movements lock levels, so all of them are locked in one order first.
  await Promise.all([
    lockStock(tx, context.shopId, variantIds),
    move(tx, context, 'released', movements(-1), note),
    move(tx, context, 'reserved', movements(1), note, own),
  ])
}

/** Removes sold units: reserved ones, or available ones (AppError 409 `out_of_stock`). */
export function sell(
  tx: Transaction,
  context: WriteContext,
  lines: StockLine[],
  { reserved, ...note }: StockNote & { reserved: boolean },
) {
  const movements = lines.map(({ variantId, quantity }) => ({
    variantId,
    onHand: -quantity,
    available: reserved ? 0 : -quantity,
  }))
  return move(tx, context, 'sold', movements, note)
}

/** Corrects stock by `change`, which may be negative. AppError 409 `out_of_stock` beyond what is available. */
export function correct(
  tx: Transaction,
  context: WriteContext,
  lines: { variantId: number; change: number }[],
  note: StockNote & { reason: string },
) {
  const movements = lines
    .filter((line) => line.change !== 0)
    .map(({ variantId, change }) => ({ variantId, onHand: change, available: change }))
  return move(tx, context, 'corrected', movements, note)
}

/** Corrects stock so that exactly this many units are available, despite concurrent sales. */
export async function setAvailable(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  lines: { variantId: number; available: number }[],
  { reason }: { reason: string },
): Promise<void> {
  if (lines.length === 0) return
  const variants = lines.map(({ variantId }) => variantId)
  await sql`
    with level as (
      select variant_id, available from stock_level
      where config_id = ${shopId} and variant_id = any(${variants})
      order by variant_id for no key update
    ), change as (
      select variant_id, wanted.available - level.available as units
      from unnest(${variants}::integer[], ${lines.map((line) => line.available)}::integer[]) as wanted (variant_id, available)
      join level using (variant_id)
    )
    insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change, reason, actor_id)
    select ${shopId}, variant_id, 'corrected', units, units, ${reason}, ${actor.id}::integer
    from change where units <> 0`.execute(tx)
}

/** Locks the stock of variants until the transaction ends, for several movements of one transaction. */
export async function lockStock(tx: Transaction, shopId: number, variantIds: number[]): Promise<void> {
  await sql`
    select from stock_level where config_id = ${shopId} and variant_id = any(${variantIds})
    order by variant_id for no key update`.execute(tx)
}

function addition({ variantId, quantity }: StockLine): Movement {
  return { variantId, onHand: quantity, available: quantity }
}

interface Shortage {
  variant_id: number
  available: number
  name: string
  options: Record<string, string>
}

// One statement locks the levels in the order of variant id, checks all lines, and only then writes the ledger. A trigger
// updates the levels from the ledger; another one, which refuses to fall below zero, is the last safeguard.
async function move(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  kind: string,
  movements: Movement[],
  { reason = '', reference = null }: { reason?: string; reference?: string | null },
  /** Units that the caller has reserved already, by variant. */
  own: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  if (movements.length === 0) return
  const variants = movements.map(({ variantId }) => variantId)
  const { rows } = await prepared(
    'move_stock',
    sql<Shortage>`
    with line as (
      select variant_id, on_hand, available
      from unnest(${variants}::integer[], ${movements.map((m) => m.onHand)}::integer[],
        ${movements.map((m) => m.available)}::integer[]) as line (variant_id, on_hand, available)
    ), level as (
      select variant_id, available, orderable from stock_level
      where config_id = ${shopId} and variant_id = any(${variants})
      order by variant_id for no key update
    ), short as (
      select level.variant_id, level.available
      from level join (select variant_id, sum(available) as change from line group by variant_id) requested using (variant_id)
      where requested.change < 0 and level.orderable + requested.change < 0
    ), added as (
      insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change, reason, reference, actor_id)
      select ${shopId}, variant_id, ${kind}, on_hand, available, ${reason}, ${reference}, ${actor.id}::integer from line
      where not exists (select from short)
    )
    select short.variant_id, short.available, product.name, variant.options
    from short
    join variant on variant.config_id = ${shopId} and variant.id = short.variant_id
    join product on product.config_id = variant.config_id and product.id = variant.product_id
    order by product.name, variant.position, variant.id`,
  ).execute(tx)
  const short = rows.map((row) => ({ ...row, available: row.available + (own.get(row.variant_id) ?? 0) }))
  const [first] = short
  if (!first) return
  const issues = short.map((row) => ({
    path: `variant.${row.variant_id}`,
    message: remainingStockMessage(row),
  }))
  throw new AppError(409, 'out_of_stock', remainingStockMessage(first), issues)
}

/** “Only 2 left of Mug (Sage)”, or “Mug (Sage) is sold out”. */
export function remainingStockMessage({ name, options, available }: Omit<Shortage, 'variant_id'>): string {
  const variant = variantName(name, options)
  return available > 0 ? `Only ${available} left of ${variant}` : `${variant} is sold out`
}
