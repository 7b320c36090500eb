import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminOrder, getAdminOrders, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { getOrders } from '#contract/orders/order.ts'
import { listExports } from '#contract/operations/list-export.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newcomer, newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let orders: ReturnType<typeof importClient>
afterAll(async () => {
  await orders.close()
  await stop()
})
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  orders = importClient(staff, 'orders', { url, dataDir })
  const products = importClient(staff, 'products', { url, dataDir })
  await products.apply(await products.check('Handle,Name,SKU,Price,Stock\ncup,Cup,C1,5,4\n'))
  await products.close()
})

const shopifyFile = [
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Billing Name,Billing Address1,Billing City,Billing Zip,Billing Province,Billing Country,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Notes,Cancelled at,Payment Method,Refunded Amount,Lineitem discount',
  // Tax is added; a discount of 1.00 over two items.
  '#1001,mira@example.com,paid,,fulfilled,,no,INR,13.99,4.00,1.11,19.10,WELCOME,1.00,Standard,2023-04-05 10:00:00 +0530,2,Cup,5.00,,C1,Mira Shah,4 Lake Road,Pune,411001,MH,IN,Mira Shah,4 Lake Road,Pune,411001,MH,IN,Ring twice,,manual,0.00,0.00',
  '#1001,mira@example.com,,,,,,,,,,,,,,,1,Old lamp,4.99,,LAMP,,,,,,,,,,,,,,,,,0.00',
  // Prices include the tax.
  '#1002,tom@example.com,refunded,,fulfilled,,no,GBP,10.00,0.00,1.67,10.00,,0.00,Post,2023-05-06 08:30:00 +0100,1,Cup,10.00,,C1,Tom,1 Low Street,Leeds,LS1 1AA,,GB,,,,,,,,,manual,10.00,0.00',
  '#1003,tom@example.com,paid,,unfulfilled,,no,INR,5.00,0.00,0.00,5.00,,0.00,Post,2023-05-07 08:30:00 +0100,1,Cup,5.00,,C1,,,,,,,,,,,,,,,manual,0.00,0.00',
  '#1004,tom@example.com,paid,,fulfilled,,no,INR,5.00,0.00,0.00,6.00,,0.00,Post,2023-05-07 08:30:00 +0100,1,Cup,5.00,,C1,,,,,,,,,,,,,,,manual,0.00,0.00',
  '#1005,tom@example.com,voided,,,,no,INR,5.00,0.00,0.00,5.00,,0.00,Post,2023-05-08 08:30:00 +0100,1,Cup,5.00,,C1,,,,,,,,,,,,,2023-05-09 08:30:00 +0100,manual,0.00,0.00',
].join('\n')

const stored = async () =>
  (
    await sql`
      select o.serial, o.status, o.currency, o.placed_at::text, o.subtotal, o.coupon_discount as discount, o.shipping, o.tax,
        o.total, o.paid, o.refunded, o.tax_included as included, o.user_id is not null as linked,
        (select json_agg(json_build_array(l.sku, l.quantity, l.price, l.coupon_discount, l.tax, l.total) order by l.position)
          from order_line l where l.config_id = 1 and l.order_id = o.id) as lines
      from shop_order o where o.config_id = 1 order by o.serial`.execute(db)
  ).rows

test('a Shopify export comes in as history: no stock, no email, no invoice, and undo removes it', async () => {
  const mira = await newcomer(db, app, { email: 'mira@example.com', email_verified_at: new Date() })
  const checked = await orders.check(shopifyFile)
  expect(checked).toMatchObject({ format: 'shopify', counts: { create: 3, refuse: 2 } })
  expect(await orders.rows(checked)).toMatchObject([
    { name: '1001', notes: ['“Old lamp” is not in this shop and becomes an archived product'] },
    { name: '1002', outcome: 'create' },
    { reason: 'This order is still open. Finish it in the other shop, then import it' },
    { reason: 'The items, discount and shipping come to 5.00 and the tax is 0.00, but the total is 6.00' },
    { name: '1005', outcome: 'create' },
  ])
  expect(await orders.apply(checked)).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await stored()).toMatchObject([
    {
      serial: '1001',
      status: 'delivered',
      placed_at: expect.stringContaining('2023-04-05 04:30:00'),
      subtotal: 1499,
      discount: 100,
      shipping: 400,
      tax: 111,
      total: 1910,
      paid: 1910,
      included: false,
      linked: true,
      lines: [
        ['C1', 2, 500, 66, 74, 1008],
        ['LAMP', 1, 499, 34, 37, 502],
      ],
    },
    {
      serial: '1002',
      status: 'refunded',
      currency: 'GBP',
      total: 1000,
      refunded: 1000,
      included: true,
      linked: false,
    },
    { serial: '1005', status: 'cancelled', paid: 0 },
  ])
  const none = await sql`
    select (select count(*) from email) as emails, (select count(*) from invoice) as invoices,
      (select count(*) from stock_movement where reference is not null) as movements,
      (select count(*) from event where kind like 'order.%') as events`.execute(db)
  expect(none.rows).toEqual([{ emails: 0, invoices: 0, movements: 0, events: 0 }])
  const own = (await mira.browser.send(getOrders, {})).answer.data
  expect(own).toMatchObject([{ serial: '1001' }])
  const number = own[0]?.number ?? ''
  const { answer } = await staff.send(getAdminOrder, { number })
  expect(JSON.stringify(answer)).toContain('Imported from another shop')
  expect(await staff.send(getOrderInvoice, { number })).toMatchObject({ status: 404 })
  expect((await staff.send(getAdminOrders, { q: '1001' })).answer.total).toBe(1)
  expect(await runIntegrityChecks(db, { configId: 1, locale: 'en' })).toEqual([])

  const again = await orders.check(shopifyFile)
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 3, refuse: 2 })
  const other = await orders.check(
    shopifyFile.replace(',19.10,', ',20.10,').replace(',4.00,1.11', ',5.00,1.11'),
  )
  expect((await orders.rows(other))[0]?.reason).toBe('The shop has an order 1001 with another total')

  expect(await orders.undo(checked)).toMatchObject({ state: 'undone', counts: { kept: 0 } })
  expect(await stored()).toEqual([])
  const left = await sql`select name from product where config_id = 1 and deleted_at is null`.execute(db)
  expect(left.rows).toEqual([{ name: 'Cup' }])
})

test('an order that somebody has worked on is kept by undo', async () => {
  const done = await orders.apply(await orders.check(shopifyFile))
  await sql`insert into order_event (config_id, order_id, kind, actor_name, note, is_public)
    select 1, id, 'note', 'Asha', 'Called', false from shop_order where serial = '1001'`.execute(db)
  expect((await orders.undo(done)).counts.kept).toBe(1)
  expect(await stored()).toMatchObject([{ serial: '1001' }])
})

test('a WooCommerce export comes in', async () => {
  const checked = await orders.check(
    [
      'order_id,order_number,date,status,shipping_total,tax_total,discount_total,order_total,order_currency,payment_method,shipping_method,billing_first_name,billing_last_name,billing_address_1,billing_city,billing_postcode,billing_country,billing_email,billing_phone,item_name,item_sku,item_quantity,item_subtotal,item_total',
      '77,77,2022-02-03 10:11:12,completed,2.00,0.00,1.00,16.00,INR,cod,Flat rate,Ravi,Nair,8 Sea View,Kochi,682001,IN,ravi@example.com,+914842222222,Cup,C1,3,15.00,14.00',
      '78,78,2022-02-04 10:11:12,processing,0,0,0,5.00,INR,cod,Flat rate,Ravi,Nair,8 Sea View,Kochi,682001,IN,ravi@example.com,,Cup,C1,1,5.00,5.00',
    ].join('\n'),
  )
  expect(checked).toMatchObject({ format: 'woocommerce', counts: { create: 1, refuse: 1 } })
  await orders.apply(checked)
  expect(await stored()).toContainEqual(
    expect.objectContaining({
      serial: '77',
      subtotal: 1500,
      discount: 100,
      total: 1600,
      lines: [['C1', 3, 500, 100, 0, 1400]],
    }),
  )
})

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  'the file of all orders as %s comes in unchanged',
  async (format) => {
    const { answer } = await staff.send(listExports.orders, { format })
    const parts: Uint8Array[] = []
    for await (const part of answer.stream) parts.push(part)
    const checked = await orders.check(Buffer.concat(parts))
    expect(checked).toMatchObject({
      format: 'haat',
      counts: { create: 0, update: 0, refuse: 0, unchanged: 2 },
    })
  },
)

test('orders that were exported come in again where they are missing', async () => {
  const before = await stored()
  const { answer } = await staff.send(listExports.orders, { format: 'csv' })
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  await sql`delete from refund`.execute(db)
  await sql`delete from payment`.execute(db)
  await sql`delete from order_event`.execute(db)
  await sql`delete from order_line`.execute(db)
  await sql`delete from shop_order`.execute(db)
  await orders.apply(await orders.check(Buffer.concat(parts)))
  expect(await stored()).toEqual(before)
})
