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
  const { lines, inCart } = await tx
    .selectFrom('cart_line')
    .select(sql<number>`count(*)::integer`.as('lines'))
    .select(sql<number | null>`max(quantity) filter (where variant_id = ${choice.variantId})`.as('inCart'))
    .where('config_id', '=', configId)
    .where('shopper_id', '=', shopperId)
    .executeTakeFirstOrThrow()
  const pieces = (inCart ?? 0) + quantity
  requirePieces(choice, pieces)
  if (inCart === null && lines >= mostLines) {
    throw new AppError(409, 'cart_full', `A cart takes at most ${mostLines} different things`)
  }
  const { variantId: variant_id, price } = choice
  return tx
    .insertInto('cart_line')
    .values({ config_id: configId, shopper_id: shopperId, variant_id, quantity: pieces, price_at_add: price })
    .onConflict((conflict) =>
      conflict
        .columns(['config_id', 'shopper_id', 'variant_id'])
        .doUpdateSet({ quantity: pieces, price_at_add: price }),
    )
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()
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
    select l.id, v.product_id as "productId", v.id as "variantId", p.name
    from cart_line l
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = v.config_id and p.id = v.product_id
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
  await sql`
    delete from cart_line l using variant v
    where v.config_id = l.config_id and v.id = l.variant_id and ${isMeant(configId, shopperId, which)}`.execute(
    tx,
  )
}

export const notInCart = () => new AppError(404, 'not_found', 'This is not in your cart any more')

/** Over `cart_line l` and `variant v`. */
function isMeant(
  configId: number,
  shopperId: number,
  { id, productId, variantId }: WhichLine,
): RawBuilder<boolean> {
  return sql`l.config_id = ${configId} and l.shopper_id = ${shopperId}
    and l.id = coalesce(${id ?? null}::integer, l.id)
    and v.product_id = coalesce(${productId ?? null}::integer, v.product_id)
    and v.id = coalesce(${variantId ?? null}::integer, v.id)`
}
