// Two packers take the same orders at the same time, whole and in parts, while the shop is killed. Every unit leaves once, an
// acknowledged shipment is there once, repeated keys ship nothing twice, and reconciliation finds nothing.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { checkoutForm } from '#test/harness/data/order.ts'
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

/** Packs that many orders under that many kills. Throws at the first fault. */
export async function run(orders = 1000, kills = 10): Promise<void> {
  await killPacking({ orders, kills }, console.log)
}

/** Units of the two lines of every order. */
const UNITS = [3, 2] as const

interface Packer {
  cookie: string
  /** The calls without an answer. */
  open: Call[]
  /** The orders that this packer has yet to pack. */
  todo: string[]
}

interface Call {
  key: string
  path: string
  body: object
}

/** What was answered, by status and code. A shipment of some lines is remembered by its id. */
interface World {
  packers: Packer[]
  shipments: Set<number>
  /** The orders that a packer has shipped whole. */
  whole: Set<string>
  answers: Map<string, number>
}

/** Lets two packers take that many orders under that many kills, one line for each. Throws at the first fault. */
export async function killPacking(
  { orders, kills }: { orders: number; kills: number },
  report: Report,
  env = {},
): Promise<void> {
  await inFolder(async (dataDir) => {
    const start = (round: number) =>
      startKillable(dataDir, { RATE_LIMITS: 'off', WEB_CONCURRENCY: round % 2 ? '2' : '1', ...env })
    let shop = start(0)
    try {
      const address = await shop.opened
      const world = await withDatabase(dataDir, prepare)
      const numbers = await placeOrders(address, dataDir, orders)
      for (const packer of world.packers) packer.todo = [...numbers]
      for (let round = 0; round < kills; round++) {
        const packing = pack(await shop.opened, world)
        // Each part of the run packs its share of the orders before it is killed.
        const goal = Math.floor((orders * (kills - round - 1)) / kills)
        while (world.packers.every(({ todo }) => todo.length > goal)) await wait(20)
        await shop.kill(victim(round))
        await packing
        shop = start(round + 1)
        await repeatOpen(await shop.opened, world)
        await withDatabase(dataDir, (db) => check(db, world))
        report(
          `kill ${round + 1}: ${victim(round)}, ${world.shipments.size} shipments in parts, all there once`,
        )
      }
      await pack(await shop.opened, world)
      await shipTheRest(await shop.opened, world, numbers)
      await withDatabase(dataDir, async (db) => {
        await check(db, world)
        await checkAllShipped(db, orders)
      })
      report([...world.answers].map(([answer, count]) => `${answer}: ${count}`).join(', '))
      expectEqual(await shop.stop(), 0, 'exit code')
    } catch (error) {
      await shop.kill('everything')
      throw error
    }
  })
}

async function prepare(db: Database): Promise<World> {
  const packers = await Promise.all(
    ['Asha', 'Ravi'].map(async (name) => {
      const { id: user_id } = await newUser(db, { role_id: 1, full_name: name })
      const token = makeToken()
      const expires_at = new Date(Date.now() + 3_600_000)
      await db
        .insertInto('session')
        .values({ token_hash: hashToken(token), config_id: 1, user_id, expires_at })
        .execute()
      return { cookie: `session=${token}`, open: [], todo: [] }
    }),
  )
  return { packers, shipments: new Set(), whole: new Set(), answers: new Map() }
}

/** Places that many orders, paid in cash, four at once. Returns their numbers. */
async function placeOrders(address: string, dataDir: string, count: number): Promise<string[]> {
  const products = await withDatabase(dataDir, (db) => addProducts(db, UNITS.length, 3 * count))
  const items = products.map((productid, line) => ({ productid, quantity: UNITS[line] ?? 1 }))
  const numbers: string[] = []
  let left = count
  const place = async () => {
    while (left-- > 0) {
      const { body } = await send(address, '', {
        key: randomUUID(),
        path: 'orders',
        body: { ...checkoutForm, paymentMethod: 'cod', items },
      })
      numbers.push((body as { data: { number: string } }).data.number)
    }
  }
  await Promise.all(Array.from({ length: 4 }, place))
  return numbers
}

/** Both packers pack their orders, in the same sequence, until none is left or the shop is gone. */
async function pack(address: string, world: World): Promise<void> {
  await Promise.all(
    world.packers.map(async (packer) => {
      for (;;) {
        const [number] = packer.todo
        if (number === undefined) return
        const call = pickCall(number)
        packer.open.push(call)
        if (!(await sendOpen(address, world, packer, call).catch(isGone))) return
        packer.todo.shift()
      }
    }),
  )
}

/** The whole order, or some units of one line or of both. */
function pickCall(number: string): Call {
  const path = `admin/orders/${number}`
  const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
  if (Math.random() < 0.4) return { key: randomUUID(), path: `${path}/fulfil`, body: {} }
  const lines = UNITS.map((units, i) => ({ lineId: i + 1, quantity: upTo(units) }))
  return {
    key: randomUUID(),
    path: `${path}/shipments`,
    body: { lines: Math.random() < 0.5 ? lines : lines.slice(0, 1) },
  }
}

class Gone extends Error {}

function isGone(error: unknown): false {
  if (error instanceof Gone) return false
  throw error
}

/** Sends a call, notes its answer and closes it. Throws a `Gone` if there is none. */
async function sendOpen(address: string, world: World, packer: Packer, call: Call): Promise<true> {
  const { status, body } = await send(address, packer.cookie, call)
  const { code = '', data } = body as { code?: string; data?: { id?: number } }
  const answer = `${call.path.split('/').at(-1)} ${status} ${code}`.trim()
  world.answers.set(answer, (world.answers.get(answer) ?? 0) + 1)
  if (status >= 300 && status !== 409 && status !== 400) throw new Error(`${answer}: ${JSON.stringify(body)}`)
  if (data?.id !== undefined && call.path.endsWith('shipments')) world.shipments.add(data.id)
  if (status < 300 && call.path.endsWith('fulfil')) world.whole.add(call.path)
  packer.open.splice(packer.open.indexOf(call), 1)
  return true
}

/** Repeats the calls without an answer, as the browser of a packer does. */
async function repeatOpen(address: string, world: World): Promise<void> {
  for (const packer of world.packers)
    for (const call of packer.open.slice()) {
      await sendOpen(address, world, packer, call)
      packer.todo.shift()
    }
}

async function send(address: string, cookie: string, { key, path, body }: Call) {
  const headers = {
    cookie,
    origin: address,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  try {
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    // If its database dies first, the shop answers that it is busy.
    if (answer.status === 503) throw new Gone()
    return { status: answer.status, body: JSON.parse(text) as object }
  } catch (error) {
    throw error instanceof Gone || error instanceof TypeError ? new Gone('gone') : error
  }
}

async function shipTheRest(address: string, world: World, numbers: readonly string[]): Promise<void> {
  const [packer] = world.packers
  if (!packer) return
  for (const number of numbers)
    await sendOpen(address, world, packer, {
      key: randomUUID(),
      path: `admin/orders/${number}/fulfil`,
      body: {},
    })
}

async function check(db: Database, { shipments, whole }: World): Promise<void> {
  const { rows: over } = await sql<{ order_id: number }>`
    select l.order_id from order_line l
    where l.quantity < (
      select coalesce(sum(s.quantity), 0) from shipment_line s
      where s.config_id = l.config_id and s.order_id = l.order_id and s.position = l.position
    )`.execute(db)
  expectEqual(over.length, 0, 'lines of which more units have left than were ordered')
  const { rows: found } = await sql<{ id: number }>`select id from shipment`.execute(db)
  const ids = new Set(found.map(({ id }) => id))
  expectEqual([...shipments].filter((id) => !ids.has(id)).join(), '', 'lost shipments')
  // Every call was answered by now, at the latest when it was repeated.
  expectEqual(ids.size, shipments.size + whole.size, 'shipments')
  const { rows: empty } = await sql`
    select from shipment s where not exists (select from shipment_line l where l.shipment_id = s.id)`.execute(
    db,
  )
  expectEqual(empty.length, 0, 'shipments without a line')
  expectEqual((await checkLedger(db)).length, 0, 'levels that are not the sum of their ledger')
  const findings = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  expectEqual(findings.map(({ message }) => message).join(' '), '', 'reconciliation findings')
}

/** Every unit has left, and the customer has an email for each shipment. */
async function checkAllShipped(db: Database, orders: number): Promise<void> {
  const { rows } = await sql<{ shipped: number; units: number; shipments: number; emails: number }>`
    select (select count(*)::int from shop_order where status = 'shipped') as shipped,
      (select sum(quantity)::int from shipment_line) as units,
      (select count(*)::int from shipment) as shipments,
      (select count(*)::int from email where template in ('order_shipped', 'order_partly_shipped')) as emails`.execute(
    db,
  )
  const [found] = rows
  expectEqual(found?.shipped, orders, 'shipped orders')
  expectEqual(found?.units, orders * (UNITS[0] + UNITS[1]), 'units that have left')
  expectEqual(found?.emails, found?.shipments, 'emails of shipments')
}
