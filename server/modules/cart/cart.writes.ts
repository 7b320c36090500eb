import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { mostLines, requirePieces, type Choice } from './cart.rules.ts'
import { findChoice } from './choice.queries.ts'

/** A line as a write answers it. */
export interface WrittenLine {
  id: number
  quantity: number
}

/** Which line: what is absent does not matter. */
export interface WhichLine {
  id?: number | undefined
  productId?: number | undefined
  variantId?: number | undefined
}

// All of them are called with the shopper's row locked: what they have read stays true until they write.

/** Puts pieces beside those that are there. AppError 409 where there are not so many, or the cart is full. */
export async function addPieces(
  tx: Transaction,
  configId: number,
  shopperId: number,
  choice: Choice,
  quantity: number,
): Promise<WrittenLine> {
  const { inCart, lines } = choice
  const pieces = (inCart ?? 0) + quantity
  requirePieces(choice, pieces)
  if (inCart === null && lines >= mostLines) {
    throw new AppError(409, 'cart_full', `A cart takes at most ${mostLines} different things`)
  }
  const { rows } = await sql<WrittenLine>`/* planned once */
    insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add)
    values (${configId}, ${shopperId}, ${choice.variantId}, ${pieces}, ${choice.price})
    on conflict (config_id, shopper_id, variant_id)
      do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add
    returning id, quantity`.execute(tx)
  const [line] = rows
  if (!line) throw new Error('A line was neither found nor made')
  return line
}

/** Sets the pieces of one line. AppError 404 where it is not in this cart, 409 where there are not so many. */
export async function setQuantity(
  tx: Transaction,
  configId: number,
  shopperId: number,
  which: WhichLine,
  quantity: number,
): Promise<WrittenLine> {
  const { rows } = await sql<{ id: number; productId: number; variantId: number; name: string }>`
    select l.id, v.product_id as "productId", l.variant_id as "variantId",
      (select name from product p where p.config_id = l.config_id and p.id = v.product_id) as name
    from cart_line l
    cross join lateral (select product_id from variant where config_id = l.config_id and id = l.variant_id limit 1) v
    where ${isMeant(configId, shopperId, which)}
    limit 2`.execute(tx)
  const [line, another] = rows
  if (!line) throw notInCart()
  if (another) {
    const message = `Your cart has several kinds of ${line.name}: please choose one`
    throw new AppError(400, 'choose_variant', message, [{ path: 'variantid', message }])
  }
  const { productId, variantId } = line
  requirePieces(await findChoice(tx, configId, { productid: productId, variantid: variantId }), quantity)
  return tx
    .updateTable('cart_line')
    .set({ quantity })
    .where('config_id', '=', configId)
    .where('shopper_id', '=', shopperId)
    .where('id', '=', line.id)
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()
}

/** Takes lines out; of what is not there nothing happens. */
export async function removeLines(
  tx: Transaction,
  configId: number,
  shopperId: number,
  which: WhichLine,
): Promise<void> {
  await sql`delete from cart_line l where ${isMeant(configId, shopperId, which)}`.execute(tx)
}

export const notInCart = () => new AppError(404, 'not_found', 'This is not in your cart any more')

/** Over `cart_line l`. */
function isMeant(
  configId: number,
  shopperId: number,
  { id, productId, variantId }: WhichLine,
): RawBuilder<boolean> {
  const variants = sql`select v.id from variant v where v.config_id = ${configId} and v.product_id = ${productId}`
  return sql.join(
    [
      sql`l.config_id = ${configId} and l.shopper_id = ${shopperId}`,
      ...(id === undefined ? [] : [sql`l.id = ${id}`]),
      ...(variantId === undefined ? [] : [sql`l.variant_id = ${variantId}`]),
      ...(productId === undefined ? [] : [sql`l.variant_id = any (array(${variants}))`]),
    ],
    sql` and `,
  )
}
