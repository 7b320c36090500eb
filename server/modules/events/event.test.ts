import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrderAsStaff, deliverOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { bulkProducts } from '#contract/catalog/admin/product.ts'
import { deleteProduct, updateProduct } from '#contract/catalog/product.ts'
import { getEvents } from '#contract/events/event.ts'
import { eventKinds, type EventKind } from '#contract/events/kinds.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { recordEvent } from './event.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let admin: Awaited<ReturnType<typeof newcomer>>['browser']
beforeAll(async () => {
  goods = await makeGoods(db)
  admin = (await newcomer(db, app, { role_id: 1 })).browser
})

const newest = async () =>
  (await sql<{ id: number }>`select coalesce(max(id), 0) as id from event`.execute(db)).rows[0]!.id

/** The events that `work` causes, as programs read them; each fits the schema of its kind. */
async function eventsOf(work: () => Promise<unknown>) {
  const after = await newest()
  await work()
  const { data } = (await admin.send(getEvents, { after, limit: 100 })).answer
  for (const { kind, data: found } of data)
    expect(Object.keys(eventKinds[kind as EventKind].data.parse(found))).toEqual(
      expect.arrayContaining(Object.keys(found)),
    )
  return data
}

const kindsOf = (events: { kind: string }[]) => events.map(({ kind }) => kind)

const place = async (input: object = {}) =>
  (await order(client(app), { items: [{ productid: goods.mug, quantity: 1 }], ...input })).answer.data.number

test('an order has its events in order, with amounts in major units', async () => {
  let number = ''
  const events = await eventsOf(async () => {
    number = await place()
    await admin.send(fulfilOrder, { number, carrier: 'Post', tracking: 'X1' })
    await admin.send(deliverOrder, { number })
  })
  const ofOrder = events.filter(({ subject }) => subject === `order:${number}`)
  expect(kindsOf(ofOrder)).toEqual(['order.placed', 'order.shipped', 'order.delivered', 'order.paid'])
  expect(ofOrder[0]!.data).toMatchObject({
    number,
    status: 'confirmed',
    currency: 'INR',
    source: null,
    total: expect.any(Number) as number,
    lines: [{ productid: goods.mug, quantity: 1 }],
  })
  const { total, serial } = await db
    .selectFrom('shop_order')
    .select(['total', 'serial'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(ofOrder[0]!.data['total']).toBe(total / 100)
  expect(ofOrder.map(({ data }) => data['serial'])).toEqual(Array(4).fill(serial))
  expect(ofOrder[1]!.data).toMatchObject({ carrier: 'Post', trackingNumber: 'X1' })
  expect(kindsOf(events.filter(({ subject }) => subject.startsWith('variant:')))).toEqual(['stock.changed'])
})

test('an event of an order that is refused does not exist', async () => {
  const events = await eventsOf(async () => {
    const { status } = await order(client(app), { items: [{ productid: goods.mug, quantity: 900 }] })
    expect(status).toBe(409)
  })
  expect(events).toEqual([])
})

test('a cancelled order returns its stock, in one transaction', async () => {
  const number = await place()
  const events = await eventsOf(() => admin.send(cancelOrderAsStaff, { number }))
  expect(kindsOf(events).toSorted()).toEqual(['order.cancelled', 'stock.changed'])
})

test('a variant sells out, runs low and comes back', async () => {
  const productid = await goods.add('Rare bowl', { variants: [{ price: 100, stock: 4 }] })
  const items = [{ productid, quantity: 4 }]
  let number = ''
  const sold = await eventsOf(async () => void (number = await place({ items })))
  expect(kindsOf(sold.filter(({ subject }) => subject.startsWith('variant:')))).toEqual([
    'stock.changed',
    'stock.low',
  ])
  const back = await eventsOf(() => admin.send(cancelOrderAsStaff, { number }))
  expect(kindsOf(back)).toEqual(expect.arrayContaining(['stock.changed', 'stock.back']))
})

test('a product has one event for each edit and price; a sale is no edit', async () => {
  let productid = 0
  const created = await eventsOf(async () => {
    productid = await goods.add('Jug', { variants: [{ price: 100, stock: 3 }] })
  })
  expect(kindsOf(created)).toEqual(expect.arrayContaining(['product.created', 'stock.changed', 'stock.back']))
  const edited = await eventsOf(() =>
    admin.send(updateProduct, {
      productid,
      productname: 'Jar',
      slug: 'jar',
      variants: [{ options: {}, price: 25, stock: 3 }],
    }),
  )
  expect(kindsOf(edited).toSorted()).toEqual(['price.changed', 'product.updated'])
  expect(edited.find(({ kind }) => kind === 'product.updated')?.data).toEqual({
    productid,
    name: 'Jar',
    slug: 'jar',
    status: 'live',
  })
  expect(edited.find(({ kind }) => kind === 'price.changed')?.data).toMatchObject({
    price: 25,
    previousPrice: 1,
  })
  const sold = await eventsOf(() => place({ items: [{ productid, quantity: 3 }] }))
  expect(kindsOf(sold)).not.toContain('product.updated')
  const archived = await eventsOf(() => admin.send(deleteProduct, { productid }))
  expect(archived).toMatchObject([{ kind: 'product.updated', data: { status: 'archived' } }])
  const other = await goods.add('Jug', { variants: [{ price: 100, stock: 3 }] })
  expect(kindsOf(await eventsOf(() => admin.send(deleteProduct, { productid: other })))).toEqual([
    'product.removed',
  ])
})

test('a bulk change writes the events of all products', async () => {
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, n) => goods.add(`Cup ${n}`, { variants: [{ price: 1000, stock: 1 }] })),
  )
  const events = await eventsOf(() =>
    admin.send(bulkProducts, { ids, change: { price: { by: 'percent', value: 10 } } }),
  )
  const subjects = ids.map((id) => `product:${id}`).toSorted()
  for (const kind of ['product.updated', 'price.changed'])
    expect(
      events
        .filter((event) => event.kind === kind)
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(subjects)
})

test('a customer has events with an id alone', async () => {
  let id = 0
  const events = await eventsOf(async () => {
    const person = await newcomer(db, app)
    id = person.id
    await db.updateTable('app_user').set({ full_name: 'Another Name' }).where('id', '=', id).execute()
    await db.deleteFrom('app_user').where('id', '=', id).execute()
  })
  const ofCustomer = events.filter(({ subject }) => subject === `customer:${id}`)
  expect(kindsOf(ofCustomer)).toEqual(['customer.registered', 'customer.changed', 'customer.deleted'])
  expect(ofCustomer.map(({ data }) => data)).toEqual(Array(3).fill({ customerid: id }))
})

test('no reader that pages skips an event of a transaction that commits late', async () => {
  const writers = 12
  const events = 20
  const start = await newest()
  const seen: number[] = []
  let writing = true
  const reader = (async () => {
    let after = start
    for (;;) {
      const wasWriting = writing
      const { data } = (await admin.send(getEvents, { after, limit: 7 })).answer
      seen.push(...data.map(({ id }) => id))
      after = data.at(-1)?.id ?? after
      if (data.length === 0 && !wasWriting) return
    }
  })()
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < events; n++) {
        await db.transaction().execute(async (tx) => {
          await recordEvent(tx, 1, {
            kind: 'search.empty',
            subject: `search:${writer}`,
            data: { q: String(n) },
          })
          // Commits in another order than the ids.
          await sql`select pg_sleep(${Math.random() * 0.02})`.execute(tx)
        })
      }
    }),
  )
  writing = false
  await reader
  const { rows } = await sql<{
    id: number
  }>`select id from event where config_id = 1 and id > ${start} order by id`.execute(db)
  expect(rows).toHaveLength(writers * events)
  expect(seen).toEqual(rows.map(({ id }) => id))
})

test('an event waits for an earlier one under way, of any shop, and for nothing else', async () => {
  const after = await newest()
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
  const event = (n: string) => ({ kind: 'search.empty' as const, subject: `search:${n}`, data: { q: n } })
  const slow = db.transaction().execute(async (tx) => {
    await recordEvent(tx, 1, event('slow'))
    wrote()
    await hold
  })
  await written
  await db.transaction().execute((tx) => recordEvent(tx, 1, event('quick')))
  expect((await admin.send(getEvents, { after })).answer.data).toEqual([])
  release()
  await slow
  const { data } = (await admin.send(getEvents, { after })).answer
  expect(data.map(({ subject }) => subject)).toEqual(['search:slow', 'search:quick'])
})

test('shops do not see each other’s events', async () => {
  const after = await newest()
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, 2, { kind: 'search.empty', subject: 'search:x', data: { q: 'x' } }))
  expect((await admin.send(getEvents, { after })).answer.data).toEqual([])
  await db.deleteFrom('event').where('config_id', '=', 2).execute()
})
