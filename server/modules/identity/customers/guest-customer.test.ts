import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '#contract/identity/account.ts'
import {
  addCustomerNote,
  deleteCustomerNote,
  getCustomer,
  getCustomers,
  updateCustomer,
} from '#contract/identity/customer.ts'
import {
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { getCustomerTimeline } from '#contract/orders/customer-timeline.ts'
import { getOrders } from '#contract/orders/order.ts'
import { requestReturn } from '#contract/orders/return.ts'
import { newOrder, storedAddress } from '#test/harness/data/coupon.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { untilBlocked } from '#test/harness/processes/at-once.ts'
import { newcomer, newUser, secret, staffWith, stranger } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let productid: number
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = await goods.add('Bowl', { variants: [{ price: 50_000, stock: 999 }] })
  staff = await staffWith(db, app, ['customers', 'orders', 'refunds'], { full_name: 'Kiran' })
})

/** Places an order as a guest, in a browser of its own. */
async function guestOrder(email: string) {
  const items = [{ productid, quantity: 1 }]
  return (await order(stranger(app), { items, contact: { email, phone: '+91 98765 43210' } })).answer.data
}
const find = async (input: object) => (await staff.browser.send(getCustomers, input)).answer.data
const only = async (q: string) => {
  const [customer, ...others] = await find({ q })
  expect(others).toEqual([])
  if (!customer) throw new Error(`No customer matches ${q}`)
  return customer
}
const detail = async (id: number) => (await staff.browser.send(getCustomer, { id })).answer.data
const ordersOf = async (customer: number) =>
  (await staff.browser.send(getAdminOrders, { customer })).answer.data.map(({ number }) => number).sort()

/** Every row as it is, and as it would be filled again. The ids of guests are not compared: they are drawn. */
async function requireExactCounts() {
  const rows = async () =>
    (
      await sql`select user_id, key, name, email, phone, is_confirmed, is_disabled, created_at, orders, last_order_at,
        spent_by_currency, spent, returns, refused_packages from customer order by config_id, key`.execute(db)
    ).rows
  const counted = await rows()
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`delete from customer`.execute(tx)
      await sql`select fill_customers(config_id) from shop`.execute(tx)
      const { rows: filled } =
        await sql`select user_id, key, name, email, phone, is_confirmed, is_disabled, created_at,
        orders, last_order_at, spent_by_currency, spent, returns, refused_packages from customer
        order by config_id, key`.execute(tx)
      expect(filled).toEqual(counted)
      throw new Error('undo')
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'undo')) throw error
    })
}

test('a guest is one customer by email in any capitals, with orders, spend and timeline', async () => {
  const first = await guestOrder('Meera@Example.com')
  const second = await guestOrder('meera@example.com')
  const customer = await only('meera@')
  expect(customer).toMatchObject({
    orders: 2,
    hasAccount: false,
    spent: [],
    refusedPackages: 0,
    emailVerified: false,
  })
  await staff.browser.send(fulfilOrder, { number: first.number })
  await staff.browser.send(deliverOrder, { number: first.number })
  const {
    total,
    currency,
    customerPage,
    customer: account,
  } = (await staff.browser.send(getAdminOrder, { number: first.number })).answer.data
  expect({ customerPage, account }).toEqual({ customerPage: customer.id, account: null })
  expect((await only('meera@')).spent).toEqual([{ currency, amount: total }])
  expect(await ordersOf(customer.id)).toEqual([first.number, second.number].sort())
  const { data: events } = (await staff.browser.send(getCustomerTimeline, { id: customer.id })).answer
  expect(events.map(({ text, serial }) => `${serial} ${text}`)).toEqual(
    expect.arrayContaining([`${first.serial} Order delivered`, `${second.serial} Order placed`]),
  )
  expect(await detail(customer.id)).toMatchObject({
    addresses: [],
    sessions: 0,
    comments: [],
    notes: [],
    gender: null,
  })
  await requireExactCounts()
})

test('8 first orders of one email at once make one customer with 8 orders', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => guestOrder(n % 2 === 0 ? 'crowd@example.com' : 'Crowd@Example.COM')),
  )
  expect(await only('crowd@')).toMatchObject({ orders: 8 })
  await requireExactCounts()
})

test('without an email the phone tells people apart, in all its spellings', async () => {
  const imported = { email: '', imported_at: new Date(), shipping_address: storedAddress('Phone Only') }
  await newOrder(db, { ...imported, phone: '+91 98714 18929' })
  await newOrder(db, { ...imported, phone: '09871-418929' })
  await newOrder(db, { ...imported, phone: '12' })
  for (const q of ['9871418929', '+91 98714 18929', '09871-418929', '98714'])
    expect(await only(q), q).toMatchObject({ email: '', fullName: 'Phone Only', orders: 2 })
  expect(await ordersOf((await only('9871418929')).id)).toHaveLength(2)
})

test('returns and refused packages are counted', async () => {
  const { number, accessToken } = await guestOrder('returns@example.com')
  await staff.browser.send(fulfilOrder, { number })
  await staff.browser.send(deliverOrder, { number })
  const lines = [{ lineId: 1, quantity: 1, reason: 'Too small' }]
  await stranger(app).send(requestReturn, { number, accessToken, lines, wish: 'refund' })
  const refused = await guestOrder('returns@example.com')
  await staff.browser.send(fulfilOrder, { number: refused.number })
  const reason = 'Not accepted at the door'
  await staff.browser.send(returnOrder, { number: refused.number, reason, restock: true })
  expect(await only('returns@')).toMatchObject({ orders: 2, returns: 1, refusedPackages: 1 })
  await requireExactCounts()
})

test('sorts by spend, orders and latest order, and filters guests and accounts', async () => {
  const add = (name: string, total: number, day: number) =>
    newOrder(db, {
      email: `${name}@sorted.example`,
      shipping_address: storedAddress(name),
      subtotal: total,
      total,
      paid: total,
      placed_at: new Date(Date.UTC(2026, 0, day)),
    })
  await add('low', 100, 9)
  await add('low', 100, 8)
  await add('high', 900, 1)
  await newUser(db, { full_name: 'Account', email: 'account@sorted.example' })
  const names = async (input: object) =>
    (await find({ q: 'sorted.example', ...input })).map(({ fullName }) => fullName)
  expect(await names({ sort: 'spent_desc' })).toEqual(['high', 'low', 'Account'])
  expect(await names({ sort: 'orders_desc' })).toEqual(['low', 'high', 'Account'])
  expect(await names({ sort: 'latest' })).toEqual(['low', 'high', 'Account'])
  expect(await names({ kind: 'guest', sort: 'name' })).toEqual(['high', 'low'])
  expect(await names({ kind: 'account' })).toEqual(['Account'])
  // A status is that of an account.
  expect(await names({ status: 'active' })).toEqual(['Account'])
  expect(await names({ verified: '0' })).toEqual(['Account'])
})

test('a guest who registers stays one customer, and old links and notes lead on', async () => {
  const email = 'later@example.com'
  const { number } = await guestOrder(email)
  const guest = await only('later@')
  await staff.browser.send(addCustomerNote, { id: guest.id, note: 'Rings twice' })
  expect((await detail(guest.id)).notes).toMatchObject([{ note: 'Rings twice', author: 'Kiran' }])
  const { browser, id } = await newcomer(db, app, { email: 'LATER@example.com', full_name: 'Later' })
  const now = await only('later@')
  expect(now).toMatchObject({ id, fullName: 'Later', hasAccount: true, emailVerified: false, orders: 1 })
  for (const page of [guest.id, id])
    expect(await detail(page)).toMatchObject({ id, notes: [{ note: 'Rings twice' }] })
  expect(await ordersOf(guest.id)).toEqual([number])
  // The address is not confirmed, so the account does not see the order of the guest.
  expect((await browser.send(getOrders)).answer.data).toEqual([])
  const exported = (await browser.send(exportAccount)).answer.data
  expect(exported['notes']).toMatchObject([{ note: 'Rings twice' }])
  await requireExactCounts()
})

test('deleting an account leaves no name, email, phone or note of the customer', async () => {
  const email = 'leaves@example.com'
  await guestOrder(email)
  const { browser, id } = await newcomer(db, app, { email, full_name: 'Leaving Person' })
  await order(browser, {
    items: [{ productid, quantity: 1 }],
    contact: { email, phone: '9000011111' },
  })
  await staff.browser.send(addCustomerNote, { id, note: 'Left' })
  expect(await only('leaves@')).toMatchObject({ orders: 2, fullName: 'Leaving Person' })
  expect(await browser.send(deleteAccount, { password: secret })).toMatchObject({ status: 200 })
  expect(await find({ q: 'leaves@' })).toEqual([])
  const { rows } =
    await sql`select c::text from customer c where c::text ilike '%leaves@%' or c::text ilike '%leaving p%'
    union all select n::text from customer_note n where body = 'Left'`.execute(db)
  expect(rows).toEqual([])
  // The next order as a guest begins a new customer.
  await guestOrder(email)
  expect(await only('leaves@')).toMatchObject({ orders: 1, hasAccount: false })
  await requireExactCounts()
})

test('a new address of an account leaves the guest orders of the old one to a guest', async () => {
  await guestOrder('before@example.com')
  const { id } = await newUser(db, { email: 'before@example.com', full_name: 'Mover' })
  await db.updateTable('app_user').set({ email: 'after@example.com' }).where('id', '=', id).execute()
  expect(await only('before@')).toMatchObject({ hasAccount: false, orders: 1 })
  expect(await only('after@')).toMatchObject({ id, hasAccount: true, orders: 0 })
  // Staff are no customers.
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', id).execute()
  expect(await find({ q: 'after@' })).toEqual([])
  await requireExactCounts()
})

test('orders of a guest that move to an account take their customer along', async () => {
  const { number } = await guestOrder('moves@example.com')
  const guest = await only('moves@')
  await staff.browser.send(addCustomerNote, { id: guest.id, note: 'Moves on' })
  const { id } = await newUser(db, { email: 'target@example.com' })
  await db.updateTable('shop_order').set({ user_id: id }).where('number', '=', number).execute()
  expect(await find({ q: 'moves@' })).toEqual([])
  expect(await detail(guest.id)).toMatchObject({ id, orders: 1, notes: [{ note: 'Moves on' }] })
  await requireExactCounts()
})

test('an unknown guest, one of another shop, and a missing permission', async () => {
  await newOrder(db, { config_id: 2, email: 'elsewhere@example.com' })
  const { id } = await db
    .selectFrom('customer')
    .select('id')
    .where('key', '=', 'elsewhere@example.com')
    .executeTakeFirstOrThrow()
  expect(await find({ q: 'elsewhere@' })).toEqual([])
  expect(await staff.browser.send(getCustomer, { id })).toMatchObject({ status: 404 })
  expect(await staff.browser.send(addCustomerNote, { id, note: 'x' })).toMatchObject({ status: 404 })
  expect((await staff.browser.send(getCustomerTimeline, { id })).answer.data).toEqual([])
  await guestOrder('plain@example.com')
  const guest = await only('plain@')
  // A guest has no account to disable.
  expect(await staff.browser.send(updateCustomer, { id: guest.id, disabled: true })).toMatchObject({
    status: 404,
  })
  const { data } = (await staff.browser.send(addCustomerNote, { id: guest.id, note: 'x' })).answer
  const other = await only('crowd@')
  expect(await staff.browser.send(deleteCustomerNote, { id: other.id, noteId: data.id })).toMatchObject({
    status: 404,
  })
  expect(await staff.browser.send(deleteCustomerNote, { id: guest.id, noteId: data.id })).toMatchObject({
    status: 200,
  })
  const clerk = await staffWith(db, app, ['orders'])
  expect(await clerk.browser.send(getCustomers, {})).toMatchObject({ status: 403 })
  const shopper = await newcomer(db, app)
  expect(await shopper.browser.send(getCustomer, { id: guest.id })).toMatchObject({ status: 403 })
})

test('the spend to sort by follows the currency of the shop', async () => {
  await newOrder(db, { email: 'dollars@example.com', currency: 'USD', subtotal: 500, total: 500, paid: 500 })
  const spent = async () =>
    (
      await db
        .selectFrom('customer')
        .select('spent')
        .where('key', '=', 'dollars@example.com')
        .executeTakeFirstOrThrow()
    ).spent
  expect(await spent()).toBe(0)
  await db.updateTable('shop').set({ currency: 'USD' }).where('config_id', '=', 1).execute()
  expect(await spent()).toBe(500)
  await db.updateTable('shop').set({ currency: 'INR' }).where('config_id', '=', 1).execute()
  expect((await only('dollars@')).spent).toEqual([{ currency: 'USD', amount: 5 }])
})

test('an order that waits for another of the same customer counts both', async () => {
  await guestOrder('waits@example.com')
  const add = (on: typeof db) => newOrder(on, { email: 'waits@example.com' })
  let second: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await add(tx)
    await sql`set constraints all immediate`.execute(tx)
    second = add(db)
    await untilBlocked(db, 1)
  })
  await second
  expect(await only('waits@')).toMatchObject({ orders: 3 })
})
