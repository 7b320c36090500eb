import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { notSignedIn } from './caller.ts'
import type { PersonalContext } from './route.ts'

type ShopperContext = Pick<PersonalContext, 'db' | 'shop' | 'shopper'>
type Work<T> = (tx: Transaction, shopperId: number) => Promise<T>

/**
 * Writes for the shopper of this request, who is made where there is none. All writes of one shopper come one after
 * another. One who has ended since he was found (his things went into an account) begins anew.
 */
export async function writeAsShopper<T>({ db, shop, shopper }: ShopperContext, work: Work<T>): Promise<T> {
  const done =
    (await writeLocked(db, shop.configId, await shopper.ensure(), work)) ??
    (await writeLocked(db, shop.configId, await shopper.renew(), work))
  if (!done) throw notSignedIn()
  return done.answer
}

/** The same for work of a single statement, which locks the shopper itself and answers undefined where he has ended. */
export async function writeAtOnce<T>(
  { db, shopper }: ShopperContext,
  work: (db: Database, shopperId: number) => Promise<T | undefined>,
): Promise<T> {
  const done = (await work(db, await shopper.ensure())) ?? (await work(db, await shopper.renew()))
  if (done === undefined) throw notSignedIn()
  return done
}

/** The same for a shopper who has kept something; undefined, and nothing done, where this one has not. */
export async function writeAsKnownShopper<T>(
  { db, shop, shopper }: ShopperContext,
  work: Work<T>,
): Promise<T | undefined> {
  const id = await shopper.find()
  if (id === undefined) return undefined
  const done = await writeLocked(db, shop.configId, id, work)
  return done?.answer
}

/** Locks shoppers until the transaction ends, in the order of their ids. Answers how many of them there are. */
export async function lockShoppers(
  tx: Transaction,
  configId: number,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql`/* planned once */
    select id from shopper where config_id = ${configId} and id = any(${ids}) order by id for update`.execute(
    tx,
  )
  return rows.length
}

function writeLocked<T>(
  db: Database,
  configId: number,
  shopperId: number,
  work: Work<T>,
): Promise<{ answer: T } | undefined> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockShoppers(tx, configId, [shopperId])
    return locked ? { answer: await work(tx, shopperId) } : undefined
  })
}
