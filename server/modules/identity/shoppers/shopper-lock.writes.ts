import { sql, type RawBuilder } from 'kysely'
import { prepared, type Database, type Transaction } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { OrderingShopper } from '#server/http/session/shopper-access.ts'
import { notSignedIn } from '#server/http/session/audience.ts'

type ShopperContext = Pick<PersonalContext, 'db' | 'shop' | 'shopper'>
type Work<T> = (tx: Transaction, shopperId: number) => Promise<T>

/**
 * Runs `work` in a transaction that locks the request's shopper, and creates the shopper if there is none.
 * The lock puts all writes of one shopper in sequence. If a sign-in merged the shopper away, it runs with a new one.
 */
export async function writeAsShopper<T>({ db, shop, shopper }: ShopperContext, work: Work<T>): Promise<T> {
  const done =
    (await writeLocked(db, shop.shopId, await shopper.ensure(), work)) ??
    (await writeLocked(db, shop.shopId, await shopper.recreate(), work))
  if (!done) throw notSignedIn()
  return done.answer
}

/** As `writeAsShopper`, for one statement that locks the shopper itself; it returns undefined if the row is gone. */
export async function writeAtOnce<T>(
  { db, shopper }: ShopperContext,
  work: (db: Database, shopperId: number) => Promise<T | undefined>,
): Promise<T> {
  const done = (await work(db, await shopper.ensure())) ?? (await work(db, await shopper.recreate()))
  if (done === undefined) throw notSignedIn()
  return done
}

/** As `writeAsShopper`, but returns undefined and does nothing if the request has no shopper yet. */
export async function writeAsKnownShopper<T>(
  { db, shop, shopper }: ShopperContext,
  work: Work<T>,
): Promise<T | undefined> {
  const id = await shopper.find()
  if (id === undefined) return undefined
  const done = await writeLocked(db, shop.shopId, id, work)
  return done?.answer
}

/** Locks the shoppers' rows until the transaction ends, in the order of their ids. Returns the number found. */
export async function lockShoppers(tx: Transaction, shopId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await prepared(
    'lock_shoppers',
    sql`
    select id from shopper where config_id = ${shopId} and id = any(${ids}) order by id for update`,
  ).execute(tx)
  return rows.length
}

/**
 * A statement that locks the shopper of an order if `isNew`, with the columns `id` and `rotated`. It replaces the cookie of
 * a visitor, unless another order has just done so. Undefined without a shopper.
 */
export function lockForOrder(
  shopId: number,
  { shopperId, rotation }: Pick<OrderingShopper, 'shopperId' | 'rotation'>,
) {
  if (shopperId === undefined) return undefined
  const id = sql`${shopperId}::integer`
  return {
    name: rotation ? 'rotating' : 'locking',
    statement: (isNew: RawBuilder<boolean>): RawBuilder<unknown> =>
      rotation
        ? sql`
      update shopper set visitor_hash = case when visitor_hash = ${rotation.from} then ${rotation.to} else visitor_hash end
      where config_id = ${shopId} and id = ${id} and ${isNew}
      returning id, visitor_hash = ${rotation.to} as rotated`
        : sql`
      select id, false as rotated from shopper where config_id = ${shopId} and id = ${id} and ${isNew} for update`,
  }
}

function writeLocked<T>(
  db: Database,
  shopId: number,
  shopperId: number,
  work: Work<T>,
): Promise<{ answer: T } | undefined> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockShoppers(tx, shopId, [shopperId])
    return locked ? { answer: await work(tx, shopperId) } : undefined
  })
}
