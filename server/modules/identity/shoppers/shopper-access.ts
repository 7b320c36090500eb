import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Cookies } from '#server/http/session/cookies.ts'
import type { ShopperAccess } from '#server/http/session/shopper-access.ts'
import { moveIdempotencyKeys } from '#server/modules/idempotency/index.ts'
import { hashToken, isToken, makeToken } from '#server/platform/secret-token.ts'

/** Moves one module's rows from one shopper to another, inside the transaction that deletes the first. */
export type MergeShopper = (tx: Transaction, configId: number, from: number, to: number) => Promise<void>

/** Each visit renews the cookie, so a visitor who returns within half a year finds the cart again. */
const VISITOR_COOKIE_SECONDS = 180 * 24 * 3600

interface ShopperDeps {
  configId: number
  caller: { userId: number; shopperId: number | undefined } | undefined
  cookies: Cookies
  merges: readonly MergeShopper[]
}

/** Looks the shopper of one request up, at most once, when a handler first asks. */
export function shopperAccess(
  db: Database,
  { configId, caller, cookies, merges }: ShopperDeps,
): ShopperAccess {
  const visitorHash = () => {
    const token = cookies.get('visitor')
    return token === undefined ? undefined : hashToken(token)
  }
  const findVisitor = async (token: string) => {
    const hash = hashToken(token)
    const { rows } = await prepared(
      'find_visitor',
      sql<{ id: number; stale: boolean }>`
      select id, seen_at < now() - interval '1 day' as stale
      from shopper where config_id = ${configId} and visitor_hash = ${hash}`,
    ).execute(db)
    const [row] = rows
    if (row?.stale) {
      await touchVisitor(db, configId, hash)
      cookies.set('visitor', token, VISITOR_COOKIE_SECONDS)
    }
    return row?.id
  }

  // An unknown token is used again, so that parallel calls of one browser share one new cart. It is unknown if a sign-in in
  // another tab has merged its shopper away.
  const createVisitor = async () => {
    const sent = cookies.get('visitor')
    const token = sent !== undefined && isToken(sent) ? sent : makeToken()
    const { id } = await db
      .insertInto('shopper')
      .values({ config_id: configId, visitor_hash: hashToken(token) })
      .onConflict((conflict) => conflict.column('visitor_hash').doUpdateSet({ seen_at: sql`now()` }))
      .returning('id')
      .executeTakeFirstOrThrow()
    cookies.set('visitor', token, VISITOR_COOKIE_SECONDS)
    return id
  }

  const findForUser = async (userId: number) => {
    const hash = visitorHash()
    if (!hash) return caller?.shopperId
    const id = await adoptVisitor(db, configId, hash, userId, merges)
    cookies.clear('visitor')
    return id
  }

  const find = async () => {
    if (caller) return findForUser(caller.userId)
    const token = cookies.get('visitor')
    return token === undefined ? undefined : findVisitor(token)
  }

  let found: Promise<number | undefined> | undefined
  const create = () => {
    const created = caller ? ensureUserShopper(db, configId, caller.userId) : createVisitor()
    found = created
    return created
  }
  return {
    find: () => (found ??= find()),
    async ensure() {
      const id = await (found ??= find())
      if (id !== undefined) return id
      return create()
    },
    recreate: create,
    async adopt(userId) {
      const hash = visitorHash()
      if (!hash) return
      await adoptVisitor(db, configId, hash, userId, merges)
      cookies.clear('visitor')
    },
  }
}

/** A write costs more than the call, so callers do this once a day at most. */
async function touchVisitor(db: Database, configId: number, visitorHash: Buffer): Promise<void> {
  await sql`update shopper set seen_at = now()
    where config_id = ${configId} and visitor_hash = ${visitorHash}`.execute(db)
}

/** Finds or creates the user's shopper. */
async function ensureUserShopper(db: Database, configId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shopper (config_id, user_id) values (${configId}, ${userId})
    on conflict (config_id, user_id) do update set seen_at = now()
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The shopper could be neither found nor created')
  return row.id
}

/**
 * Merges the visitor's shopper into the user's and deletes it. Parallel calls wait on the row lock and find it done.
 * Returns the user's shopper; undefined if neither the visitor nor the user has one.
 */
async function adoptVisitor(
  db: Database,
  configId: number,
  visitorHash: Buffer,
  userId: number,
  merges: readonly MergeShopper[],
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
    await moveIdempotencyKeys(tx, configId, `shopper:${visitor.id}`, `shopper:${own}`)
    await tx.deleteFrom('shopper').where('config_id', '=', configId).where('id', '=', visitor.id).execute()
    return own
  })
}
