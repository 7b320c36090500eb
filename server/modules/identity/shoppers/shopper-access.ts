import { sql } from 'kysely'
import { prepared, type Database, type Transaction } from '#server/db/connect.ts'
import type { Cookies } from '#server/http/session/cookies.ts'
import type { KnownCaller } from '#server/http/session/identify.ts'
import type { OrderingShopper, OwnRows, ShopperAccess } from '#server/http/session/shopper-access.ts'
import { moveIdempotencyKeys } from '#server/modules/idempotency/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { withOwnRows } from './own-rows.ts'
import { visitorTokens } from './visitor-token.ts'

/** Moves one module's rows from one shopper to another, inside the transaction that deletes the first. */
export type MergeShopper = (tx: Transaction, shopId: number, from: number, to: number) => Promise<void>

/** Each visit renews the cookie, so a visitor who returns within half a year finds the cart again. */
const VISITOR_COOKIE_SECONDS = 180 * 24 * 3600

interface ShopperDeps {
  shopId: number
  caller: Pick<KnownCaller, 'userId' | 'shopperId' | 'rows'> | undefined
  cookies: Cookies
  keyedHash: KeyedHash
  ownRows: OwnRows | undefined
  merges: readonly MergeShopper[]
}

/** Looks the shopper of one request up, at most once, when a handler first asks. */
export function shopperAccess(
  db: Database,
  { shopId, caller, cookies, keyedHash, ownRows, merges }: ShopperDeps,
): ShopperAccess {
  const tokens = visitorTokens(keyedHash)
  const visitorHash = () => {
    const token = cookies.get('visitor')
    return token === undefined ? undefined : hashToken(token)
  }
  const findVisitor = async (token: string) => {
    const hash = hashToken(token)
    const { name, column } = withOwnRows('find_visitor', ownRows, shopId, sql`shopper.id`)
    const { rows } = await prepared(
      name,
      sql<{ id: number; stale: boolean; rows?: unknown[] }>`
      select id, seen_at < now() - interval '1 day' as stale${column}
      from shopper where config_id = ${shopId} and visitor_hash = ${hash}`,
    ).execute(db)
    const [row] = rows
    if (row?.stale) {
      await touchVisitor(db, shopId, hash)
      cookies.set('visitor', token, VISITOR_COOKIE_SECONDS)
    }
    readRows = row?.rows
    return row?.id
  }

  // A token of the shop is used again, so that parallel calls of one browser share one new cart. It has no shopper before
  // the first write, or if another tab has signed in or ordered. Any other text may have been planted by a stranger.
  const createVisitor = async () => {
    const sent = cookies.get('visitor')
    const isIssued = sent !== undefined && tokens.isIssued(sent)
    const token = isIssued ? sent : tokens.make()
    const id = await insertVisitor(db, shopId, hashToken(token))
    // Set again, a token could replace the one that an order in another tab has just set.
    if (!isIssued) cookies.set('visitor', token, VISITOR_COOKIE_SECONDS)
    return id
  }

  const findForUser = async (userId: number) => {
    const hash = visitorHash()
    if (!hash) {
      readRows = caller?.rows
      return caller?.shopperId
    }
    const id = await adoptVisitor(db, shopId, hash, userId, merges)
    cookies.clear('visitor')
    return id
  }

  const find = async () => {
    if (caller) return findForUser(caller.userId)
    const token = cookies.get('visitor')
    return token === undefined ? undefined : findVisitor(token)
  }

  /**
   * An order replaces the visitor's cookie, because a stranger may have planted it. A repeated call may still send the
   * cookie from before the order.
   */
  const findOrdering = async (key: string, network: string): Promise<OrderingShopper> => {
    const known = { visitor: undefined, isRecognized: true, rotation: undefined, bind: () => {} }
    if (caller) return { ...known, shopperId: await access.find() }
    const sent = cookies.get('visitor')
    const next = tokens.afterOrder(sent ?? network, key)
    const setNext = () => cookies.set('visitor', next, VISITOR_COOKIE_SECONDS)
    if (sent === undefined) {
      const visitor = hashToken(next).toString('base64url')
      return { ...known, shopperId: undefined, visitor, isRecognized: false, bind: setNext }
    }
    const [from, to] = [hashToken(sent), hashToken(next)]
    const { rows } = await prepared(
      'find_ordering_visitor',
      sql<{ id: number; isAfter: boolean }>`
      select id, visitor_hash = ${to} as "isAfter" from shopper
      where config_id = ${shopId} and visitor_hash = any(array[${from}, ${to}]::bytea[])
      order by visitor_hash = ${to} desc limit 1`,
    ).execute(db)
    const [row] = rows
    if (!row) return { ...known, shopperId: undefined, visitor: from.toString('base64url') }
    if (row.isAfter) return { ...known, shopperId: row.id, bind: setNext }
    const bind = (isRotated: boolean) => void (isRotated && setNext())
    return { ...known, shopperId: row.id, rotation: { from, to }, bind }
  }

  let found: Promise<number | undefined> | undefined
  /** The rows of the shopper that was found. */
  let readRows: readonly unknown[] | undefined
  const create = () => {
    const created = caller ? ensureUserShopper(db, shopId, caller.userId) : createVisitor()
    found = created
    readRows = undefined
    return created
  }
  const access: ShopperAccess = {
    find: () => (found ??= find()),
    async rows<Row>(own: OwnRows<Row>) {
      const id = await access.find()
      if (id === undefined) return []
      if (own === ownRows && readRows) return readRows as readonly Row[]
      return (await prepared(`list_${own.name}`, own.select(shopId, sql`${id}`)).execute(db)).rows
    },
    forOrder: findOrdering,
    introduce() {
      if (!caller && cookies.get('visitor') === undefined)
        cookies.set('visitor', tokens.make(), VISITOR_COOKIE_SECONDS)
    },
    async ensure() {
      const id = await (found ??= find())
      if (id !== undefined) return id
      return create()
    },
    recreate: create,
    async adopt(userId) {
      const hash = visitorHash()
      if (!hash) return
      await adoptVisitor(db, shopId, hash, userId, merges)
      cookies.clear('visitor')
    },
  }
  return access
}

/** A write costs more than the call, so callers do this once a day at most. */
/**
 * The shopper of a visitor's hash, created unless another call has just done so. It names no key: while versions change, the
 * table may have one with the shop or one without it.
 */
async function insertVisitor(db: Database, shopId: number, visitorHash: Buffer): Promise<number> {
  const created = await db
    .insertInto('shopper')
    .values({ config_id: shopId, visitor_hash: visitorHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created) return created.id
  const { id } = await db
    .updateTable('shopper')
    .set({ seen_at: sql`now()` })
    .where('config_id', '=', shopId)
    .where('visitor_hash', '=', visitorHash)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function touchVisitor(db: Database, shopId: number, visitorHash: Buffer): Promise<void> {
  await sql`update shopper set seen_at = now()
    where config_id = ${shopId} and visitor_hash = ${visitorHash}`.execute(db)
}

/** Finds or creates the user's shopper. */
async function ensureUserShopper(db: Database, shopId: number, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into shopper (config_id, user_id) values (${shopId}, ${userId})
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
  shopId: number,
  visitorHash: Buffer,
  userId: number,
  merges: readonly MergeShopper[],
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const visitor = await tx
      .selectFrom('shopper')
      .select('id')
      .where('config_id', '=', shopId)
      .where('visitor_hash', '=', visitorHash)
      .forUpdate()
      .executeTakeFirst()
    if (!visitor) {
      const own = await tx
        .selectFrom('shopper')
        .select('id')
        .where('config_id', '=', shopId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return own?.id
    }
    const own = await ensureUserShopper(tx, shopId, userId)
    for (const merge of merges) await merge(tx, shopId, visitor.id, own)
    await moveIdempotencyKeys(tx, shopId, `shopper:${visitor.id}`, `shopper:${own}`)
    await tx.deleteFrom('shopper').where('config_id', '=', shopId).where('id', '=', visitor.id).execute()
    return own
  })
}
