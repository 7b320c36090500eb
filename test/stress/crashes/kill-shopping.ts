// Kills shops with one and two processes under mixed writes: carts, orders, comments and products with images. After
// each start every acknowledged write exists once, others exist whole or not at all, repeated keys do nothing twice,
// and reconciliation finds nothing.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import type { Database } from '#server/db/connect.ts'
import { newUser } from '#test/harness/people/account.ts'
import {
  expectEqual,
  inFolder,
  victim,
  withDatabase,
  type Report,
} from '#test/harness/processes/kill-folder.ts'
import { startKillable } from '#test/harness/processes/killable-shop.ts'
import { addProducts } from '#test/harness/processes/order-races.ts'
import { checkoutForm } from '#test/harness/data/order.ts'

/** Throws at the first fault. */
export async function run(kills = 200): Promise<void> {
  await killShopping(kills, console.log)
}

interface KillOptions {
  /** Who is killed in a round. */
  victimOf?: (round: number) => 'node' | 'everything'
  /** The program that starts the shop. */
  program?: string
  /** Adds products to the shop before the first kill. */
  fill?: (db: Database, dataDir: string) => Promise<unknown>
  /** Gets the address of each next start, as soon as it is printed. */
  onOpen?: (address: string, killedAt: number) => Promise<void>
  /** Checks more of the shop after each kill. */
  checkMore?: (db: Database, dataDir: string) => Promise<unknown>
}

/** Kills a shop that many times, each time after at most a second of shopping. */
export async function killShopping(
  kills: number,
  report: Report,
  env = {},
  { victimOf = victim, program, fill, onOpen, checkMore }: KillOptions = {},
): Promise<void> {
  await inFolder(async (dataDir) => {
    const start = (round: number) =>
      startKillable(dataDir, { RATE_LIMITS: 'off', WEB_CONCURRENCY: processesOf(round), ...env }, program)
    let shop = start(0)
    try {
      await shop.opened
      if (fill) await withDatabase(dataDir, (db) => fill(db, dataDir))
      const world = await withDatabase(dataDir, prepare)
      for (let round = 0; round < kills; round++) {
        const writing = startShopping(await shop.opened, world)
        await wait(200 + Math.random() * 800)
        const killedAt = performance.now()
        await shop.kill(victimOf(round))
        shop = start(round + 1)
        await writing
        const address = await shop.opened
        await onOpen?.(address, killedAt)
        await repeatUnanswered(address, world)
        await withDatabase(dataDir, (db) => check(db, world).then(() => checkMore?.(db, dataDir)))
        const { orders, pieces, comments, products } = world
        report(
          `kill ${round + 1}: ${victimOf(round)}, of ${processesOf(round)}; ${orders.size} orders, ${pieces} pieces, ${comments.size} comments, ${products.size} products, all there once`,
        )
      }
      expectEqual(await shop.stop(), 0, 'exit code')
    } catch (error) {
      // A run that fails leaves no shop behind.
      await shop.kill('everything')
      throw error
    }
  })
}

/** The number of processes of the shop in a round. */
const processesOf = (round: number) => (round % 4 < 2 ? '1' : '2')

/** A call that may have succeeded without an answer. */
interface Unanswered {
  key: string
  body: object
}

/** The shoppers, their goods, and all acknowledged writes. */
interface World {
  cookie: string
  userId: number
  categoryId: number
  productid: number
  variantId: number
  stock: number
  image: Buffer
  /** Order number by idempotency key. */
  orders: Map<string, string>
  openOrders: Unanswered[]
  /** Quantity in the cart. */
  pieces: number
  openPieces: Unanswered[]
  comments: Set<string>
  products: Set<string>
  /** Names and texts that were sent but not acknowledged. */
  unsure: Set<string>
}

async function prepare(db: Database): Promise<World> {
  const { id: userId } = await newUser(db, { role_id: 1 })
  const token = makeToken()
  const expires_at = new Date(Date.now() + 3_600_000)
  const session = { token_hash: hashToken(token), config_id: 1, user_id: userId, expires_at }
  await db.insertInto('session').values(session).execute()
  const context = { shopId: 1, actor: { id: userId, name: 'Asha' } }
  const categoryId = await db
    .transaction()
    .execute((tx) => createCategory(tx, context, { name: 'Interrupted' }))
  const stock = 1_000_000
  const [productid = 0] = await addProducts(db, 1, stock)
  const { id: variantId } = await db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', productid)
    .executeTakeFirstOrThrow()
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#96401f' } })
    .png()
    .toBuffer()
  const cookie = `session=${token}`
  const acknowledged = { orders: new Map(), openOrders: [], pieces: 0, openPieces: [] }
  const sets = { comments: new Set<string>(), products: new Set<string>(), unsure: new Set<string>() }
  return { cookie, userId, categoryId, productid, variantId, stock, image, ...acknowledged, ...sets }
}

/** Shops in several ways concurrently until the shop is killed. */
async function startShopping(address: string, world: World): Promise<void> {
  const until = (work: () => Promise<unknown>) => async () => {
    for (;;) {
      try {
        await work()
      } catch (error) {
        if (error instanceof WrongAnswer) throw error
        return
      }
    }
  }
  const shoppers = [
    until(() => placeOne(address, world)),
    until(() => placeOne(address, world)),
    until(() => addOne(address, world)),
    until(() => commentOnce(address, world)),
    until(() => createOne(address, world)),
  ]
  await Promise.all(shoppers.map((shop) => shop()))
}

class WrongAnswer extends Error {}

async function placeOne(address: string, world: World): Promise<void> {
  const body = { ...checkoutForm, items: [{ productid: world.productid, quantity: 2 }] }
  const call = { key: randomUUID(), body }
  world.openOrders.push(call)
  await placeUnder(address, world, call)
}

async function placeUnder(address: string, world: World, call: Unanswered): Promise<void> {
  const { data } = await send<{ data: { number: string } }>(`${address}/api/orders`, world, call)
  world.orders.set(call.key, data.number)
  world.openOrders.splice(world.openOrders.indexOf(call), 1)
}

async function addOne(address: string, world: World): Promise<void> {
  const call = { key: randomUUID(), body: { productid: world.productid, quantity: 1 } }
  world.openPieces.push(call)
  await addUnder(address, world, call)
}

async function addUnder(address: string, world: World, call: Unanswered): Promise<void> {
  await send(`${address}/api/cart/addToCart`, world, call)
  world.pieces += 1
  world.openPieces.splice(world.openPieces.indexOf(call), 1)
  if (world.pieces < 900) return
  await send(`${address}/api/cart/deletecarts`, world, { key: '', body: { Productid: world.productid } })
  world.pieces = 0
}

async function commentOnce(address: string, world: World): Promise<void> {
  const comment = `Comment ${randomUUID()}`
  world.unsure.add(comment)
  const body = { product_id: world.productid, comment }
  await send(`${address}/api/comment/postComment`, world, { key: '', body })
  world.comments.add(comment)
}

async function createOne(address: string, world: World): Promise<void> {
  const name = `Killed ${randomUUID()}`
  world.unsure.add(name)
  const form = new FormData()
  form.set('productcategoryid', String(world.categoryId))
  form.set('productname', name)
  form.set('productprice', '5')
  form.append('productimages', new File([Uint8Array.from(world.image)], 'a.png', { type: 'image/png' }))
  const headers = { cookie: world.cookie }
  const answer = await fetch(`${address}/api/product/createproduct`, { method: 'POST', headers, body: form })
  if (answer.status !== 200)
    throw new WrongAnswer(`A creation came to ${answer.status}: ${await answer.text()}`)
  world.products.add(name)
}

/** Rejects like fetch when the shop is gone, and with a `WrongAnswer` when it refuses. */
async function send<T>(url: string, { cookie }: World, { key, body }: Unanswered): Promise<T> {
  const headers = { cookie, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  // If its database dies first, the shop answers that it is busy.
  if (answer.status === 503) throw new Error('gone')
  if (!answer.ok) throw new WrongAnswer(`${url} came to ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}

/** Repeats an unanswered call under its key, as a browser does. */
async function repeatUnanswered(address: string, world: World): Promise<void> {
  const orders = world.openOrders.slice()
  for (const call of orders) await placeUnder(address, world, call)
  const pieces = world.openPieces.slice()
  for (const call of pieces) await addUnder(address, world, call)
}

async function check(db: Database, world: World): Promise<void> {
  const orders = await db
    .selectFrom('shop_order')
    .select('number')
    .where('user_id', '=', world.userId)
    .execute()
  const found = orders.map(({ number }) => number).toSorted()
  expectEqual(found.join(), [...world.orders.values()].toSorted().join(), 'orders')

  const { rows: cart } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::int as pieces from cart_line where variant_id = ${world.variantId}`.execute(
    db,
  )
  expectEqual(cart[0]?.pieces, world.pieces, 'pieces in the cart')

  const { rows: level } = await sql<{ available: number }>`
    select available from stock_level where variant_id = ${world.variantId}`.execute(db)
  expectEqual(level[0]?.available, world.stock - 2 * world.orders.size, 'pieces left')

  const comments = await db.selectFrom('comment').select('body').where('user_id', '=', world.userId).execute()
  requireOnce(
    'comments',
    comments.map(({ body }) => body),
    world.comments,
    world.unsure,
  )

  const products = await db
    .selectFrom('product')
    .select(['id', 'name'])
    .where('name', 'like', 'Killed %')
    .execute()
  requireOnce(
    'products',
    products.map(({ name }) => name),
    world.products,
    world.unsure,
  )
  const { rows: bare } = await sql<{ name: string }>`
    select name from product p where name like 'Killed %' and (
      not exists (select from variant v where v.product_id = p.id)
      or not exists (select from product_image i join image using (config_id, file) where i.product_id = p.id))`.execute(
    db,
  )
  expectEqual(bare.map(({ name }) => name).join(), '', 'products without a variant or an image')

  const findings = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  expectEqual(findings.map(({ message }) => message).join(' '), '', 'reconciliation findings')
}

/** Every acknowledged write exists once, and nothing exists that was never sent. */
function requireOnce(
  what: string,
  found: readonly string[],
  acknowledged: Set<string>,
  unsure: Set<string>,
): void {
  expectEqual(new Set(found).size, found.length, `${what} that are there once`)
  const lost = [...acknowledged].filter((name) => !found.includes(name))
  expectEqual(lost.join(), '', `lost ${what}`)
  for (const name of found) {
    if (!unsure.has(name)) throw new Error(`Nobody has sent ${name}`)
    acknowledged.add(name)
  }
}
