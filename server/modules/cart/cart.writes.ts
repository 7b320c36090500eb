import { sql, type RawBuilder } from 'kysely'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import { prepared, type Database, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { idempotentStatement, type ClaimRow } from '#server/modules/idempotency/index.ts'
import {
  findItem,
  requireSingle,
  selectCandidates,
  type CandidateRow,
  type ItemRequest,
} from './cart-item.queries.ts'
import { MAX_LINES, requireAvailable } from './cart.rules.ts'

/** A written cart line. */
export interface WrittenLine {
  id: number
  quantity: number
}

/** Selects lines of a cart; absent fields match any line. */
export interface LineSelector {
  id?: number | undefined
  productId?: number | undefined
  variantId?: number | undefined
}

interface AddItem extends ItemRequest {
  quantity: number
  /** The Idempotency-Key; with it the units are added once. */
  key: string | undefined
}

/** A candidate, or nulls if nothing is sold. The line is set if the statement wrote it. */
interface AddedRow extends CandidateRow, ClaimRow<WrittenLine> {
  sold: boolean
  lineId: number | null
  quantity: number
  /** The quantity before; null if there was no line. */
  quantityBefore: number | null
  /** Lines of the whole cart before. */
  lineCount: number
}

/**
 * Adds units to a cart in one statement: it locks the shopper, claims the Idempotency-Key, reads the current cart and writes
 * the line with the response. Returns undefined if the shopper is gone. AppError 400, 404, 409 or 422.
 */
export async function addItem(
  db: Database,
  shopId: number,
  shopperId: number,
  { productid, variantid, quantity, key }: AddItem,
): Promise<WrittenLine | undefined> {
  const request = { productid, variantid }
  const owner = `shopper:${shopperId}`
  const { claim, store, replay } = idempotentStatement<WrittenLine>({
    shopId,
    owner,
    key,
    body: { ...request, quantity },
  })
  // The functions are volatile, so after a wait for the lock they read what the other transaction has written.
  const { rows } = await prepared(
    'add_cart_item',
    sql<AddedRow>`
    with locked as materialized (
      select id from shopper where config_id = ${shopId} and id = ${shopperId} for update
    ), claimed as materialized (
      select locked.id, claim.state, claim.before from locked
      cross join lateral ${claim(sql`'shopper:' || locked.id`)} claim
    ), candidate as materialized (
      select c.*, now.quantity as "quantityBefore", now.line_count as "lineCount"
      from claimed
      cross join (${selectCandidates(shopId, request)}) c
      cross join lateral current_cart(${shopId}, claimed.id, c."variantId") now
      where claimed.state = 'new'
    ), written as (
      insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add)
      select ${shopId}, ${shopperId}, "variantId", coalesce("quantityBefore", 0) + ${quantity}, price
      from candidate
      where "variantId" is not null and (select count(*) from candidate) = 1
        and coalesce("quantityBefore", 0) + ${quantity} <= least(available, ${MAX_QUANTITY})
        and ("quantityBefore" is not null or "lineCount" < ${MAX_LINES})
      on conflict (config_id, shopper_id, variant_id)
        do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add
      returning id, quantity
    ), stored as (
      ${store(sql`jsonb_build_object('id', id, 'quantity', quantity)`, sql`written`)}
    )
    select claimed.state, claimed.before, c.name, c."optionNames", c."variantId", c.options, c.available,
      c."quantityBefore", c."lineCount", c.name is not null as sold, written.id as "lineId", written.quantity
    from claimed left join candidate c on true left join written on true`,
  ).execute(db)
  const [row, ...others] = rows
  if (!row) return undefined
  const earlier = replay(row)
  if (earlier) return earlier
  if (row.lineId !== null) return { id: row.lineId, quantity: row.quantity }
  throw refusal([row, ...others], request, quantity)
}

/** Explains why the statement wrote no line. */
function refusal(rows: readonly [AddedRow, ...AddedRow[]], request: ItemRequest, quantity: number): Error {
  const [{ sold, quantityBefore, lineCount }] = rows
  const item = requireSingle(sold ? rows : [], request)
  requireAvailable(item, (quantityBefore ?? 0) + quantity)
  if (quantityBefore === null && lineCount >= MAX_LINES) {
    return new AppError(409, 'cart_full', `Your cart can hold up to ${MAX_LINES} different items`)
  }
  return new Error('The cart line was neither written nor refused')
}

// Callers of the functions below hold the lock on the shopper, so what is read stays valid until the write.

/** Sets the quantity of one line. AppError 404 if the cart does not contain it, 409 if fewer units are available. */
export async function setQuantity(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  selector: LineSelector,
  quantity: number,
): Promise<WrittenLine> {
  const { rows } = await sql<{ id: number; productId: number; variantId: number; name: string }>`
    select l.id, v.product_id as "productId", l.variant_id as "variantId",
      (select name from product p where p.config_id = l.config_id and p.id = v.product_id) as name
    from cart_line l
    cross join lateral (select product_id from variant where config_id = l.config_id and id = l.variant_id limit 1) v
    where ${matches(shopId, shopperId, selector)}
    limit 2`.execute(tx)
  const [line, another] = rows
  if (!line) throw notInCart()
  if (another) {
    const message = `Your cart has several options of ${line.name}. Please choose one.`
    throw new AppError(400, 'choose_variant', message, [{ path: 'variantid', message }])
  }
  const { productId, variantId } = line
  requireAvailable(await findItem(tx, shopId, { productid: productId, variantid: variantId }), quantity)
  return tx
    .updateTable('cart_line')
    .set({ quantity })
    .where('config_id', '=', shopId)
    .where('shopper_id', '=', shopperId)
    .where('id', '=', line.id)
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()
}

/** Removes the matching lines, if there are any. */
export async function removeLines(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  selector: LineSelector,
): Promise<void> {
  await sql`delete from cart_line l where ${matches(shopId, shopperId, selector)}`.execute(tx)
}

/** Removes the ordered lines. Lines added since the order was quoted stay. */
export async function removeOrderedLines(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  ids: readonly number[],
): Promise<void> {
  await prepared(
    'remove_ordered_lines',
    sql`delete from cart_line where config_id = ${shopId} and shopper_id = ${shopperId} and id = any(${ids})`,
  ).execute(tx)
}

export const notInCart = () => new AppError(404, 'not_found', 'This item is no longer in your cart')

/** A condition on `cart_line l`. */
function matches(
  shopId: number,
  shopperId: number,
  { id, productId, variantId }: LineSelector,
): RawBuilder<boolean> {
  const variants = sql`select v.id from variant v where v.config_id = ${shopId} and v.product_id = ${productId}`
  return sql.join(
    [
      sql`l.config_id = ${shopId} and l.shopper_id = ${shopperId}`,
      ...(id === undefined ? [] : [sql`l.id = ${id}`]),
      ...(variantId === undefined ? [] : [sql`l.variant_id = ${variantId}`]),
      ...(productId === undefined ? [] : [sql`l.variant_id = any (array(${variants}))`]),
    ],
    sql` and `,
  )
}
