import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addToCart, deleteCarts, getCarts, updateCart } from '#contract/cart/cart.ts'
import type { Transaction } from '#server/db/connect.ts'
import { setAvailable } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { untilBlocked } from '#test/harness/processes/at-once.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { client, type Outcome, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
let productid: number
let variantid: number
beforeAll(async () => {
  goods = await makeGoods(db)
  productid = goods.lamp
  variantid = goods.lampVariants[0]
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (outcomes: readonly Outcome[]) => outcomes.map(({ status }) => status).sort((a, b) => a - b)
const add = (who: Client, headers?: Record<string, string>) =>
  who.send(addToCart, { productid, variantid }, headers)
const quantitiesOf = async (who: Client) =>
  (await who.send(getCarts)).answer.data.map(({ quantity }) => quantity)
/** A visitor with one piece in the cart. */
async function visitor() {
  const who = client(app)
  await add(who)
  return who
}

async function customer() {
  const { token } = await openSession(db)
  return client(app, { cookies: new Map([['session', token]]) })
}

const ok = (count: number) => Array<number>(count).fill(200)

test('adds 16 concurrent units to one line', async () => {
  const who = await visitor()
  expect(statuses(await times(15, () => add(who)))).toEqual(ok(15))
  expect(await quantitiesOf(who)).toEqual([16])
})

test('creates one shopper for 16 concurrent first adds of a user', async () => {
  const who = await customer()
  expect(statuses(await times(16, () => add(who)))).toEqual(ok(16))
  expect(await quantitiesOf(who)).toEqual([16])
})

test('adds one unit for 16 calls with the same Idempotency-Key, and answers all alike', async () => {
  const who = await customer()
  const outcomes = await times(16, () => add(who, { 'idempotency-key': 'tap' }))
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  expect(await quantitiesOf(who)).toEqual([1])
})

test('keeps the Idempotency-Keys of two shoppers apart', async () => {
  const both = [await customer(), await customer()]
  await times(8, (index) => add(both[index % 2]!, { 'idempotency-key': 'tap' }))
  expect(await Promise.all(both.map(quantitiesOf))).toEqual([[1], [1]])
})

test('creates four carts for first adds of four visitors', async () => {
  const visitors = await times(4, visitor)
  expect(new Set(visitors.map(({ cookies }) => cookies.get('visitor'))).size).toBe(4)
  expect(await Promise.all(visitors.map(quantitiesOf))).toEqual([[1], [1], [1], [1]])
})

test('never fails when adds and removals of a line run at once', async () => {
  const who = await visitor()
  const outcomes = await times(16, (index) =>
    index % 2 ? who.send(deleteCarts, { Productid: productid }) : add(who),
  )
  expect(statuses(outcomes)).toEqual(ok(16))
  const quantities = await quantitiesOf(who)
  expect(quantities.length).toBeLessThanOrEqual(1)
  await add(who)
  expect(await quantitiesOf(who)).toEqual([(quantities[0] ?? 0) + 1])
})

test('leaves no line when an update and a removal run at once', async () => {
  for (let round = 0; round < 8; round++) {
    const who = await visitor()
    const [updated, removed] = await Promise.all([
      who.send(updateCart, { productid, quantity: 7 }),
      who.send(deleteCarts, { Productid: productid }),
    ])
    expect([200, 404]).toContain(updated.status)
    expect(removed.status).toBe(200)
    expect(await quantitiesOf(who)).toEqual([])
  }
})

test('keeps one of 16 concurrent quantities', async () => {
  const who = await visitor()
  const outcomes = await times(16, (index) => who.send(updateCart, { productid, quantity: index + 20 }))
  expect(statuses(outcomes)).toEqual(ok(16))
  expect(outcomes.map(({ answer }) => answer.data.quantity)).toEqual(outcomes.map((_, index) => index + 20))
  const [quantity] = await quantitiesOf(who)
  expect(quantity).toBeGreaterThanOrEqual(20)
  expect(quantity).toBeLessThan(36)
})

describe('an add that waited for another write of the cart', () => {
  /** The answer to an add that began while another had the shopper locked, and what the cart holds then. */
  async function addDuring(
    work: (tx: Transaction, line: { config_id: number; shopper_id: number }) => Promise<unknown>,
    input: object = { productid, variantid },
    headers = {},
  ) {
    const { userId, token } = await openSession(db)
    const who = client(app, { cookies: new Map([['session', token]]) })
    await add(who)
    const [answer] = await db.transaction().execute(async (tx) => {
      const row = tx.selectFrom('shopper').where('user_id', '=', userId).select('id').forUpdate()
      const { id: shopper_id } = await row.executeTakeFirstOrThrow()
      await work(tx, { config_id: 1, shopper_id })
      const waiting = who.send(addToCart, input, headers)
      await untilBlocked(db, 1)
      return [waiting] as const
    })
    const outcome = await answer
    return { outcome, quantities: await quantitiesOf(who) }
  }
  const setQuantityTo = (quantity: number) => (tx: Transaction, line: { shopper_id: number }) =>
    tx.updateTable('cart_line').where('shopper_id', '=', line.shopper_id).set({ quantity }).execute()

  test.each([{}, { 'idempotency-key': 'tap' }])('adds to the committed quantity (%j)', async (headers) => {
    const { outcome, quantities } = await addDuring(setQuantityTo(7), undefined, headers)
    expect(outcome).toMatchObject({ status: 200 })
    expect(quantities).toEqual([8])
  })

  test('creates a line that the other write removed', async () => {
    const { outcome, quantities } = await addDuring((tx, { shopper_id }) =>
      tx.deleteFrom('cart_line').where('shopper_id', '=', shopper_id).execute(),
    )
    expect(outcome).toMatchObject({ status: 200 })
    expect(quantities).toEqual([1])
  })

  test('refuses units beyond 999 in a line', async () => {
    const { outcome, quantities } = await addDuring(setQuantityTo(999))
    expect(outcome).toMatchObject({ status: 409, code: 'too_many_items' })
    expect(quantities).toEqual([999])
  })

  test('refuses lines beyond 100 in a cart', async () => {
    const sizes = Array.from({ length: 100 }, (_, index) => ({
      price: 100,
      stock: 9,
      options: { Size: `${index}` },
    }))
    const full = await goods.add('Full', { options: ['Size'], variants: sizes })
    const [last, ...ids] = await variantsOf(db, full)
    const fill = (tx: Transaction, line: { config_id: number; shopper_id: number }) =>
      tx
        .insertInto('cart_line')
        .values(ids.map((variant_id) => ({ ...line, variant_id, quantity: 1, price_at_add: 100 })))
        .execute()
    const { outcome, quantities } = await addDuring(fill, { productid: full, variantid: last })
    expect(outcome).toMatchObject({ status: 409, code: 'cart_full' })
    expect(quantities).toHaveLength(100)
  })
})

test('fills a cart of 95 lines to exactly 100 in 16 concurrent adds', async () => {
  const sizes = Array.from({ length: 111 }, (_, index) => ({
    price: 100,
    stock: 9,
    options: { Size: `${index}` },
  }))
  const many = await goods.add('Many', { options: ['Size'], variants: sizes })
  const ids = await variantsOf(db, many)
  const who = client(app)
  await who.send(addToCart, { productid: many, variantid: ids[0] })
  const rest = ids.slice(1, 95).map((variant_id) => ({ config_id: 1, variant_id, quantity: 1 }))
  const { shopper_id } = await db
    .selectFrom('cart_line')
    .select('shopper_id')
    .where('variant_id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('cart_line')
    .values(rest.map((line) => ({ ...line, shopper_id, price_at_add: 100 })))
    .execute()
  const outcomes = await times(16, (index) =>
    who.send(addToCart, { productid: many, variantid: ids[95 + index] }),
  )
  expect(statuses(outcomes)).toEqual([...ok(5), ...Array<number>(11).fill(409)])
  expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([undefined, 'cart_full']))
  expect(await quantitiesOf(who)).toHaveLength(100)
  expect(await who.send(addToCart, { productid: many, variantid: ids[0] })).toMatchObject({ status: 200 })
})

test('adds the last 5 units in 16 concurrent adds and refuses 11', async () => {
  const cup = await goods.add('Cup', { variants: [{ price: 100, stock: 5 }] })
  const who = await customer()
  const outcomes = await times(16, () => who.send(addToCart, { productid: cup }))
  expect(statuses(outcomes)).toEqual([...ok(5), ...Array<number>(11).fill(409)])
  expect(await quantitiesOf(who)).toEqual([5])
})

test('adds only confirmed units while the stock falls to 0', async () => {
  const vase = await goods.add('Vase', { variants: [{ price: 100, stock: 500 }] })
  const [vaseVariant = 0] = await variantsOf(db, vase)
  const who = await customer()
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const empty = async (tx: Transaction) =>
    setAvailable(tx, context, [{ variantId: vaseVariant, available: 0 }], { reason: 'Counted' })
  const [outcomes] = await Promise.all([
    times(16, () => who.send(addToCart, { productid: vase })),
    db.transaction().execute(empty),
  ])
  const done = outcomes.filter(({ status }) => status === 200).length
  const soldOut = outcomes.filter(({ message }) => message === 'Vase is sold out').length
  expect(done + soldOut).toBe(16)
  expect(await quantitiesOf(who)).toEqual(done > 0 ? [done] : [])
  expect(await who.send(addToCart, { productid: vase })).toMatchObject({ message: 'Vase is sold out' })
})

test('adds only confirmed units while the product is unpublished', async () => {
  const plate = await goods.add('Plate', { variants: [{ price: 100, stock: 500 }] })
  const who = await customer()
  const [outcomes] = await Promise.all([
    times(12, () => who.send(addToCart, { productid: plate })),
    goods.change(plate, { status: 'archived' }),
  ])
  const done = outcomes.filter(({ status }) => status === 200).length
  expect(outcomes.filter(({ status }) => status === 404)).toHaveLength(12 - done)
  expect(await quantitiesOf(who)).toEqual(done > 0 ? [done] : [])
})
