import { randomUUID } from 'node:crypto'
import { runningUrl } from '#server/db/embedded/address.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { databaseName } from '#server/db/embedded/start.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { receive } from '#server/modules/stock/index.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
import type { BenchRequest } from '../load/request.ts'
import { askFor } from '../load/request.ts'
import type { Shop } from './shop.ts'

/** A variant with unlimited stock that can be added to a cart. */
export interface Ware {
  productid: number
  variantid: number
}

/** The URL of a shop's database. */
export function databaseOf({ dataDir }: Shop): string {
  const url = runningUrl(dataDir, databaseName)
  if (!url) throw new Error('The database of the shop does not run')
  return url
}

/** Opens sessions of new customers, each with so many cart lines. Returns their cookies and the variants in the carts. */
export async function admitCustomers(
  shop: Shop,
  count: number,
  lines = 5,
): Promise<{ cookies: string[]; wares: Ware[] }> {
  const db = connect(databaseOf(shop), { max: 2, limits: false })
  try {
    const wares = await stockUp(db, lines)
    const cookies: string[] = []
    for (let index = 0; index < count; index += 1) cookies.push(await openSession(db, index))
    for (const cookie of cookies) for (const ware of wares) await askFor(200, shop.port, addOne(cookie, ware))
    return { cookies, wares }
  } finally {
    await db.destroy()
  }
}

/** Variants with unlimited stock, to be ordered. */
export async function stockedWares(shop: Shop, count: number): Promise<Ware[]> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    return await stockUp(db, count)
  } finally {
    await db.destroy()
  }
}

/** An order of one unit of each, by the guest of that number. */
export const orderOf = (wares: readonly Ware[], guest: number) => ({
  ...checkoutForm,
  contact: { email: `guest${guest}@example.com`, phone: `+91 ${9_800_000_000 + guest}` },
  items: wares.map((ware) => ({ ...ware, quantity: 1 })),
})

/** Orders of any two of them, each by a guest of its own: orders of one customer wait for each other. */
export const ordersOfTwo = (wares: readonly Ware[]) =>
  wares
    .flatMap((one) => wares.filter((other) => other !== one).map((other) => [one, other]))
    .map((pair, guest) => orderOf(pair, guest))

/** The request that adds one more unit to a customer's cart, with a new idempotency key as the browser sends it. */
export const addOne = (cookie: string, ware: Ware): BenchRequest => ({
  method: 'POST',
  path: '/api/cart/addToCart',
  headers: { cookie, 'idempotency-key': randomUUID() },
  json: { ...ware, quantity: 1 },
})

async function stockUp(db: Database, count: number): Promise<Ware[]> {
  const wares = await db
    .selectFrom('variant as v')
    .innerJoin('product as p', (on) =>
      on.onRef('p.config_id', '=', 'v.config_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['p.id as productid', 'v.id as variantid'])
    .where('p.config_id', '=', 1)
    .where('p.status', '=', 'live')
    .where('p.deleted_at', 'is', null)
    .where('v.retired_at', 'is', null)
    .orderBy('v.id')
    .limit(count)
    .execute()
  const lines = wares.map(({ variantid }) => ({ variantId: variantid, quantity: 1_000_000 }))
  const context = { shopId: 1, actor: { id: null, name: 'Bench' } }
  await db.transaction().execute(async (tx) => receive(tx, context, lines, { reason: 'Bench' }))
  return wares
}

async function openSession(db: Database, index: number): Promise<string> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      config_id: 1,
      full_name: 'Customer',
      email: `cart${index}@example.com`,
      password_hash: 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = makeToken()
  const expires_at = new Date(Date.now() + 24 * 3600 * 1000)
  await db
    .insertInto('session')
    .values({ token_hash: hashToken(token), config_id: 1, user_id: id, expires_at })
    .execute()
  return `session=${token}`
}
