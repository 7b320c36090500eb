import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findItem } from './cart-item.queries.ts'
import { MAX_LINES } from './cart.rules.ts'
import { addItem, notInCart } from './cart.writes.ts'

// Callers hold the lock on the shopper.

/** Moves a line of the cart aside. AppError 404 if the cart does not contain it, 409 if too much is saved. */
export async function saveLine(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  variantId: number,
): Promise<void> {
  const { rows } = await sql`
    with moved as (
      delete from cart_line
      where config_id = ${shopId} and shopper_id = ${shopperId} and variant_id = ${variantId}
      returning variant_id, quantity, price_at_add
    )
    insert into saved_line (config_id, shopper_id, variant_id, quantity, price_at_add)
    select ${shopId}, ${shopperId}, variant_id, quantity, price_at_add from moved
    on conflict (config_id, shopper_id, variant_id) do update
      set quantity = excluded.quantity, price_at_add = excluded.price_at_add, saved_at = excluded.saved_at
    returning variant_id`.execute(tx)
  if (rows.length === 0) throw notInCart()
  const { count } = await tx
    .selectFrom('saved_line')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirstOrThrow()
  if (count > MAX_LINES)
    throw new AppError(409, 'too_many_saved', `You can save up to ${MAX_LINES} items for later`)
}

/** Removes a saved line and returns its quantity; undefined if it is not saved. */
export async function discardSavedLine(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  variantId: number,
): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('saved_line')
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .where('variant_id', '=', variantId)
    .returning('quantity')
    .executeTakeFirst()
  return row?.quantity
}

/**
 * Moves a saved line back to the cart, with at most the units that the shop has left. AppError 404 if it is not saved or no
 * longer sold, 409 if nothing is left.
 */
export async function restoreLine(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  variantId: number,
): Promise<void> {
  const saved = await discardSavedLine(tx, shopId, shopperId, variantId)
  if (saved === undefined) throw notSaved()
  const { product_id: productid } = await tx
    .selectFrom('variant')
    .select('product_id')
    .where('config_id', '=', shopId)
    .where('id', '=', variantId)
    .executeTakeFirstOrThrow()
  const request = { productid, variantid: variantId }
  const { available } = await findItem(tx, shopId, request)
  const inCart = await tx
    .selectFrom('cart_line')
    .select('quantity')
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst()
  const quantity = Math.max(1, Math.min(saved, available - (inCart?.quantity ?? 0)))
  await addItem(tx, shopId, shopperId, { ...request, quantity, key: undefined })
}

export const notSaved = () => new AppError(404, 'not_found', 'This item is no longer saved')
