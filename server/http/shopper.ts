import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Cookies } from './cookies.ts'
import { moveKeys } from './once.ts'
import { hashToken, makeToken } from './secret-token.ts'

/**
 * Whose cart and wishlist a request is about: the signed-in user's, or those of the visitor whom the cookie names. A user
 * who still carries a visitor's cookie gets what that visitor has kept, at the first call that asks.
 */
export interface ShopperAccess {
  /** Undefined where nothing was ever kept. */
  find(): Promise<number | undefined>
  /** Made where there is none: a visitor gets the cookie now, with a token that we chose. */
  ensure(): Promise<number>
  /** Made anew, where the one that was found has ended meanwhile: what he had kept is in an account now. */
  renew(): Promise<number>
  /** At sign-in: gives this user what the visitor of this request has kept. */
  adopt(userId: number): Promise<void>
}

/** Moves what one shopper has kept to another, inside the transaction that ends the first. */
export type Merge = (tx: Transaction, configId: number, from: number, to: number) => Promise<void>

/** A visitor who comes back within half a year finds everything: each visit begins it anew. */
const visitorSeconds = 180 * 24 * 3600

interface ShopperDeps {
  db: Database
  configId: number
  caller: { userId: number; shopperId: number | undefined } | undefined
  cookies: Cookies
  merges: readonly Merge[]
}

export function shopperAccess({ db, configId, caller, cookies, merges }: ShopperDeps): ShopperAccess {
  const visitorHash = () => {
    const token = cookies.get('visitor')
    return token === undefined ? undefined : hashToken(token)
  }
  const ofVisitor = async (token: string) => {
    const hash = hashToken(token)
    const { rows } = await sql<{ id: number; stale: boolean }>`/* planned once */
      select id, seen_at < now() - interval '1 day' as stale
      from shopper where config_id = ${configId} and visitor_hash = ${hash}`.execute(db)
    const [row] = rows
    if (row?.stale) {
      await noteVisit(db, configId, hash)
      cookies.set('visitor', token, visitorSeconds)
    }
    return row?.id
  }

  const newVisitor = async (token = makeToken()) => {
    const { id } = await db
      .insertInto('shopper')
      .values({ config_id: configId, visitor_hash: hashToken(token) })
      .onConflict((conflict) => conflict.column('visitor_hash').doUpdateSet({ seen_at: sql`now()` }))
      .returning('id')
      .executeTakeFirstOrThrow()
    cookies.set('visitor', token, visitorSeconds)
    return id
  }

  const ofUser = async (userId: number) => {
    const hash = visitorHash()
    if (!hash) return caller?.shopperId
    const id = await adoptVisitor(db, configId, hash, userId, merges)
    cookies.clear('visitor')
    return id
  }

  const find = async () => {
    if (caller) return ofUser(caller.userId)
    const token = cookies.get('visitor')
    return token === undefined ? undefined : ofVisitor(token)
  }

  let found: Promise<number | undefined> | undefined
  const make = (token?: string) => {
    const made = caller ? ensureUserShopper(db, configId, caller.userId) : newVisitor(token)
    found = made
    return made
  }
  return {
    find: () => (found ??= find()),
    async ensure() {
      const id = await (found ??= find())
      if (id !== undefined) return id
      return make()
    },
    // Under the same token, so that several calls of one browser begin the same cart.
    renew: () => make(cookies.get('visitor')),
    async adopt(userId) {
      const hash = visitorHash()
      if (!hash) return
      await adoptVisitor(db, configId, hash, userId, merges)
      cookies.clear('visitor')
    },
  }
}

/** At most once a day, because a write costs more than the call. */
async function noteVisit(db: Database, configId: number, visitorHash: Buffer): Promise<void> {
  await sql`update shopper set seen_at = now()
    where config_id = ${configId} and visitor_hash = ${visitorHash}`.execute(db)
}

/** The shopper of a user, made where there is none yet. */
async function ensureUserShopper(db: Database, configId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shopper (config_id, user_id) values (${configId}, ${userId})
    on conflict (config_id, user_id) do update set seen_at = now()
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A shopper was neither found nor made')
  return row.id
}

/**
 * Gives the user what the visitor has kept, and ends the visitor. Of several at once, one does it and the others find it
 * done. Answers the user's shopper; undefined where neither has kept anything.
 */
async function adoptVisitor(
  db: Database,
  configId: number,
  visitorHash: Buffer,
  userId: number,
  merges: readonly Merge[],
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const visitor = await tx
      .selectFrom('shopper')
      .select('id')
      .where('config_id', '=', configId)
      .where('visitor_hash', '=', visitorHash)
      .forUpdate()
      .executeTakeFirst()
    if (!visitor) {
      const own = await tx
        .selectFrom('shopper')
        .select('id')
        .where('config_id', '=', configId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return own?.id
    }
    const own = await ensureUserShopper(tx, configId, userId)
    for (const merge of merges) await merge(tx, configId, visitor.id, own)
    await moveKeys(tx, configId, `shopper:${visitor.id}`, `shopper:${own}`)
    await tx.deleteFrom('shopper').where('config_id', '=', configId).where('id', '=', visitor.id).execute()
    return own
  })
}
