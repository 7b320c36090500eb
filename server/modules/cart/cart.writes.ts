import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { mostLines, mostPieces, requirePieces } from './cart.rules.ts'
import { choiceOf, findChoice, selectChoices, type ChoiceRow, type Wanted } from './choice.queries.ts'

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

/** A choice, or none where nothing is sold; with the line where it was written. */
interface AddedRow extends ChoiceRow {
  sold: boolean
  lineId: number | null
  quantity: number
  /** Pieces that were there before; null where there was no line. */
  inCart: number | null
  /** Of the whole cart, before. */
  lines: number
}

/**
 * Puts pieces beside those that are there, with one statement: it locks the shopper, reads the cart as it is then, and
 * writes where nothing is against it. Undefined where there is no such shopper (any more). AppError as `choiceOf`, and
 * 409 where there are not so many, or the cart is full.
 */
export async function addPieces(
  db: Database,
  configId: number,
  shopperId: number,
  wanted: Wanted,
  quantity: number,
): Promise<WrittenLine | undefined> {
  const { rows } = await sql<AddedRow>`/* planned once */
    with locked as materialized (
      select id from shopper where config_id = ${configId} and id = ${shopperId} for update
    ), choice as materialized (
      select c.*, now.pieces as "inCart", now.lines
      from locked
      cross join (${selectChoices(configId, wanted)}) c
      cross join lateral cart_now(${configId}, locked.id, c."variantId") now
    ), written as (
      insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add)
      select ${configId}, ${shopperId}, "variantId", coalesce("inCart", 0) + ${quantity}, price
      from choice
      where "variantId" is not null and (select count(*) from choice) = 1
        and coalesce("inCart", 0) + ${quantity} <= least(available, ${mostPieces})
        and ("inCart" is not null or lines < ${mostLines})
      on conflict (config_id, shopper_id, variant_id)
        do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add
      returning id, quantity
    )
    select c.*, c.name is not null as sold, w.id as "lineId", w.quantity
    from locked left join choice c on true left join written w on true`.execute(db)
  const [row, ...others] = rows
  if (!row) return undefined
  if (row.lineId !== null) return { id: row.lineId, quantity: row.quantity }
  throw refusalOf([row, ...others], wanted, quantity)
}

/** Why the statement did not write. */
function refusalOf(rows: readonly [AddedRow, ...AddedRow[]], wanted: Wanted, quantity: number): Error {
  const [{ sold, inCart, lines }] = rows
  const choice = choiceOf(sold ? rows : [], wanted)
  requirePieces(choice, (inCart ?? 0) + quantity)
  if (inCart === null && lines >= mostLines) {
    return new AppError(409, 'cart_full', `A cart takes at most ${mostLines} different things`)
  }
  return new Error('A line was neither found nor made')
}

// These are called with the shopper's row locked: what they have read stays true until they write.

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

/** Takes what was ordered out of the cart; what came in meanwhile stays. */
export async function takeLines(
  tx: Transaction,
  configId: number,
  shopperId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`/* planned once */
    delete from cart_line where config_id = ${configId} and shopper_id = ${shopperId} and id = any(${ids})`.execute(
    tx,
  )
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
