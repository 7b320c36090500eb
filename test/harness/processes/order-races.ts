import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { checkoutForm } from '../data/order.ts'

/** A shop with one or several addresses, and its database. */
export interface Raced {
  db: Database
  addresses: readonly string[]
}

interface Answer {
  status: number
  code?: string
  message?: string
  data?: { number: string }
}

/** Each function throws at a forbidden outcome and returns the number of calls. */

/** Concurrent buyers of the last unit, repeatedly: exactly one gets it, the others learn what is sold out. */
export async function raceForLast({ db, addresses }: Raced, races: number, buyers: number): Promise<number> {
  const products = await addProducts(db, races, 1)
  for (const [race, productid] of products.entries()) {
    const answers = await Promise.all(
      times(buyers, (i) => order(addresses[(race + i) % addresses.length], [{ productid }])),
    )
    requireOutcome(answers, 1, productid)
  }
  return races * buyers
}

/** The same for fifty units. */
export async function raceForFifty({ db, addresses }: Raced, races: number, buyers: number): Promise<number> {
  for (const productid of await addProducts(db, races, 50)) {
    const answers = await Promise.all(
      times(buyers, (i) => order(addresses[i % addresses.length], [{ productid }])),
    )
    requireOutcome(answers, 50, productid)
  }
  return races * buyers
}

/** Carts of five products, half of them in reverse order, with stock for half of the buyers. */
export async function raceInOppositeOrder({ db, addresses }: Raced, races: number): Promise<number> {
  for (let race = 0; race < races; race++) {
    const products = await addProducts(db, 5, 20)
    const items = products.map((productid) => ({ productid }))
    const carts = [items, items.toReversed()]
    const answers = await Promise.all(
      times(40, (i) => order(addresses[i % addresses.length], carts[i % 2] ?? items)),
    )
    requireOutcome(answers, 20)
  }
  return races * 40
}

/** A hundred buyers use a coupon with a limit of ten. */
export async function raceForCoupon({ db, addresses }: Raced, races: number): Promise<number> {
  const [productid = 0] = await addProducts(db, 1, races * 100)
  for (let race = 0; race < races; race++) {
    const code = `RACE-${randomUUID().slice(0, 8).toUpperCase()}`
    await db
      .insertInto('coupon')
      .values({ config_id: 1, code, kind: 'percent', percent: 500, usage_limit: 10 })
      .execute()
    const answers = await Promise.all(
      times(100, (i) => order(addresses[i % addresses.length], [{ productid }], { coupon: code })),
    )
    const placed = answers.filter(({ status }) => status === 201).length
    const { used } = await db
      .selectFrom('coupon')
      .select('usage_count as used')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    if (placed !== 10 || used !== 10)
      throw new Error(`${placed} orders with a coupon of 10, which counts ${used}`)
    const others = answers.filter(({ status }) => status !== 201)
    if (others.some(({ status, code: why }) => status !== 409 || !why?.startsWith('coupon_')))
      throw new Error(`Refused as ${JSON.stringify(others[0])}`)
  }
  return races * 100
}

/** Repeats calls with the same key and cuts half of the connections: each key places one order. */
export async function repeatCalls({ db, addresses }: Raced, keys: number, calls: number): Promise<number> {
  const [productid = 0] = await addProducts(db, 1, keys)
  let made = 0
  for (let from = 0; from < keys; from += 4) {
    await Promise.all(
      times(Math.min(4, keys - from), async () => {
        const key = randomUUID()
        const numbers = await Promise.all(
          times(calls, async (i) => {
            const address = addresses[i % addresses.length]
            if (i % 2) await order(address, [{ productid }], {}, { key, cutAfter: Math.random() * 30 })
            for (;;) {
              made += 1
              const { status, code, data } = await order(address, [{ productid }], {}, { key })
              if (status === 201) return data?.number
              if (code !== 'in_progress') throw new Error(`A call of a key came to ${status} ${code}`)
            }
          }),
        )
        if (new Set(numbers).size !== 1)
          throw new Error(`One key made the orders ${[...new Set(numbers)].join(', ')}`)
      }),
    )
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_line where product_id = ${productid}`.execute(db)
  if (rows[0]?.count !== keys) throw new Error(`${keys} keys made ${rows[0]?.count} orders`)
  return made
}

function requireOutcome(answers: readonly Answer[], placed: number, productid?: number): void {
  const got = answers.filter(({ status }) => status === 201)
  if (got.length !== placed) throw new Error(`${got.length} orders were placed, ${placed} could be had`)
  const refused = answers.filter(({ status }) => status !== 201)
  const named = productid === undefined ? / is sold out$/ : new RegExp(`^Racer of ${productid} is sold out$`)
  for (const { status, code, message = '' } of refused) {
    if (status !== 409 || code !== 'out_of_stock' || !named.test(message))
      throw new Error(`Refused with ${status} ${code}: ${message}`)
  }
}

const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Array.from({ length: count }, (_, i) => work(i))

/** Inserts thousands of products with one variant and this stock by SQL. Returns their ids. */
export async function addProducts(db: Database, count: number, stock: number): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with home as (
        insert into category (config_id, name, slug) values (1, 'Races', 'races')
        on conflict (config_id, lower(name::text)) do update set name = excluded.name returning id
      )
      insert into product (config_id, category_id, name, slug)
      select 1, home.id, 'Racer', 'racer-' || gen_random_uuid() from home, generate_series(1, ${count}) returning id`.execute(
      tx,
    )
    const ids = rows.map(({ id }) => id)
    await sql`update product set name = 'Racer of ' || id where config_id = 1 and id = any(${ids})`.execute(
      tx,
    )
    await sql`insert into variant (config_id, product_id, price) select 1, unnest(${ids}::integer[]), 50000`.execute(
      tx,
    )
    await sql`insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change)
      select 1, id, 'received', ${stock}::integer, ${stock}::integer from variant
      where config_id = 1 and product_id = any(${ids})`.execute(tx)
    return ids
  })
}

interface Manner {
  key?: string
  /** Milliseconds after which the connection is cut. */
  cutAfter?: number
}

/** Orders on a separate connection. A cut connection answers status 0. */
function order(
  address = '',
  items: readonly { productid: number; quantity?: number }[],
  more: object = {},
  { key = randomUUID(), cutAfter }: Manner = {},
): Promise<Answer> {
  const body = JSON.stringify({ ...checkoutForm, items, ...more })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': key,
  }
  return new Promise((resolve, reject) => {
    const call = request(`${address}/api/orders`, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', () => resolve({ status: 0 }))
      answer.on('end', () => resolve({ ...(JSON.parse(text) as object), status: answer.statusCode ?? 0 }))
    })
    call.on('error', (error) => (cutAfter === undefined ? reject(error) : resolve({ status: 0 })))
    if (cutAfter !== undefined) setTimeout(() => call.destroy(), cutAfter)
    call.end(body)
  })
}
