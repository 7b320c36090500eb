import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAdminOrders, deliverOrder, fulfilOrder } from '#contract/orders/admin-order.ts'
import { addToCart } from '#contract/cart/cart.ts'
import { getOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
})
beforeEach(() => db.deleteFrom('rate_limit').execute())

const SPAM = 'Visit www.evil.example'
const to = (email: string) => ({ contact: { email, phone: '9876543210' } })
const spam = (email: string) => ({
  ...to(email),
  shipping: { ...checkoutForm.shipping, fullName: SPAM, line1: SPAM, line2: SPAM, city: SPAM },
  note: SPAM,
})
const stock = async (name: string, units: number) => {
  const productid = await goods.add(name, { variants: [{ price: 50_000, stock: units }] })
  const [variantId = 0] = await variantsOf(db, productid)
  return { productid, variantId }
}
const leftOf = async (variantId: number) =>
  (
    await db
      .selectFrom('stock_level')
      .select('available')
      .where('variant_id', '=', variantId)
      .executeTakeFirstOrThrow()
  ).available
const emailsTo = (recipient: string) =>
  db.selectFrom('email').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
const isDue = ({ due_at: due }: { due_at: Date }) => due.getTime() < Date.now() + 1000

describe('emails to an address that never asked', () => {
  test('are few an hour, and say nothing that the orderer has typed', async () => {
    const email = 'victim@example.com'
    const { productid } = await stock('Bowl', 1000)
    for (let n = 0; n < 20; n++)
      expect(await order(stranger(app), { ...spam(email), items: [{ productid }] })).toMatchObject({
        status: 201,
      })
    const emails = await emailsTo(email)
    expect(emails).toHaveLength(20)
    expect(emails.filter(isDue)).toHaveLength(5)
    expect(JSON.stringify(emails)).not.toContain('evil.example')
    expect(emails.every(({ body_text: text }) => text?.startsWith('Hello,\n'))).toBe(true)
  })

  test('are sent, and show all, once a link in one of them was opened', async () => {
    const email = 'opens@example.com'
    const { productid } = await stock('Vase', 1000)
    const place = () => order(stranger(app), { ...to(email), items: [{ productid }] })
    const { number, accessToken } = (await place()).answer.data
    for (let n = 0; n < 9; n++) await place()
    // The token that the orderer got opens the order and proves nothing.
    expect((await stranger(app).send(getOrder, { number, accessToken })).status).toBe(200)
    expect((await emailsTo(email)).filter(isDue)).toHaveLength(5)
    const [first] = await emailsTo(email)
    const emailed = /accessToken=([\w.-]+)/.exec(first?.body_text ?? '')?.[1]
    expect((await stranger(app).send(getOrder, { number, accessToken: emailed })).status).toBe(200)
    expect((await emailsTo(email)).filter(isDue)).toHaveLength(10)
    await place()
    const latest = (await emailsTo(email)).at(-1)
    expect(latest?.body_text).toContain('Hello Asha Rao')
    expect(latest?.body_text).toContain('4 Rose Lane')
  })

  test('show all after a delivered order', async () => {
    const email = 'delivered@example.com'
    const { productid } = await stock('Plate', 10)
    const { number } = (await order(stranger(app), { ...to(email), items: [{ productid }] })).answer.data
    await staff.send(fulfilOrder, { number })
    await staff.send(deliverOrder, { number })
    await order(stranger(app), { ...to(email), items: [{ productid }] })
    expect((await emailsTo(email)).at(-1)?.body_text).toContain('4 Rose Lane')
  })
})

describe('stock for strangers', () => {
  test('one stranger with hundreds of orders empties no shop', async () => {
    const things = []
    for (let n = 0; n < 30; n++) things.push(await stock(`Thing ${n}`, 40))
    const codes = new Set<string | undefined>()
    for (let n = 0; n < 400; n++) {
      const items = [{ productid: things[n % things.length]!.productid, quantity: 4 }]
      const sent = await order(client(app, { address: '10.50.0.1' }), {
        ...to(`made-up${n}@example.com`),
        items,
      })
      codes.add(sent.code)
      if (n % 100 === 99) await db.deleteFrom('rate_limit').execute()
    }
    expect([...codes]).toContain('address_unconfirmed')
    const left = await Promise.all(things.map(({ variantId }) => leftOf(variantId)))
    // Ten items at most, as at a sale; of all others three quarters stay.
    expect(left.filter((units) => units >= 28).length).toBeGreaterThanOrEqual(20)
    const { data, total } = (await staff.send(getAdminOrders, { problem: 'unconfirmed' })).answer
    expect(total).toBeGreaterThanOrEqual(20)
    expect(data.length).toBeGreaterThan(0)
  }, 120_000)

  test('unpaid transfers of a network with many are released after a day', async () => {
    await storeSettings(db, { 'payment.bank_transfer': true })
    const { productid } = await stock('Transfer', 1000)
    const place = (n: number) =>
      order(client(app, { address: '10.70.0.1' }), {
        ...to(`transfer${n}@example.com`),
        items: [{ productid }],
        paymentMethod: 'bank_transfer',
      })
    for (let n = 0; n < 21; n++) expect((await place(n)).status).toBe(201)
    const orders = await db
      .selectFrom('shop_order')
      .select('reserved_until')
      .where('email', 'like', 'transfer%')
      .orderBy('id')
      .execute()
    const days = orders.map(({ reserved_until: until }) => (Number(until) - Date.now()) / 86_400_000)
    expect(Math.round(days[0] ?? 0)).toBe(7)
    expect(Math.round(days.at(-1) ?? 0)).toBe(1)
  })

  test('one address holds a share of a variant, until it is confirmed', async () => {
    const { productid } = await stock('Cup', 120)
    const email = 'many@example.com'
    const place = (quantity: number) =>
      order(stranger(app), { ...to(email), items: [{ productid, quantity }] })
    expect(await place(61)).toMatchObject({
      status: 409,
      code: 'address_unconfirmed',
      message: expect.stringContaining('more than 60 of Cup'),
    })
    expect(await place(60)).toMatchObject({ status: 201 })
    expect(await place(1)).toMatchObject({ status: 409, code: 'address_unconfirmed' })
    await db.insertInto('confirmed_address').values({ config_id: 1, email }).execute()
    expect(await place(20)).toMatchObject({ status: 201 })
  })

  test('300 buyers behind one carrier network all get a hot item', async () => {
    const hot = await stock('Hot item', 300)
    const buyers = Array.from({ length: 300 }, (_, n) => ({
      browser: client(app, { address: '10.60.0.1' }),
      email: `buyer${n}@example.com`,
    }))
    const buy = async ({ browser, email }: (typeof buyers)[number]) => {
      await browser.send(addToCart, { productid: hot.productid })
      return (await order(browser, to(email), randomUUID())).status
    }
    const statuses: number[] = []
    for (let at = 0; at < 300; at += 30)
      statuses.push(...(await Promise.all(buyers.slice(at, at + 30).map(buy))))
    expect(statuses.filter((status) => status === 201)).toHaveLength(300)
    expect(await leftOf(hot.variantId)).toBe(0)
    const emails = await db
      .selectFrom('email')
      .select('due_at')
      .where('recipient', 'like', 'buyer%')
      .execute()
    expect(emails.filter(isDue)).toHaveLength(300)
  }, 120_000)
})
