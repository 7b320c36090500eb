import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  getAdminOrders,
  getOrderInvoice,
} from '#contract/orders/admin-order.ts'
import { getImport, mapImport } from '#contract/imports/import.ts'
import { getOrders } from '#contract/orders/order.ts'
import { listExports } from '#contract/export/list-export.ts'
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
  expect(checked).toMatchObject({ format: 'shopify', counts: { create: 4, refuse: 1 } })
  expect(await orders.rows(checked)).toMatchObject([
    { name: '1001', notes: ['“Old lamp” is not in this shop and becomes an archived product'] },
    { name: '1002', outcome: 'create' },
    { name: '1003', outcome: 'create' },
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
    { serial: '1003', status: 'confirmed', paid: 500, linked: false },
    { serial: '1005', status: 'cancelled', paid: 0 },
  ])
  const none = await sql`
    select (select count(*) from email) as emails, (select count(*) from invoice) as invoices,
      (select count(*) from stock_movement where reference is not null) as movements,
      (select count(*) from event where kind like 'order.%') as events`.execute(db)
  // The order that is still to be shipped.
  expect(none.rows).toEqual([{ emails: 0, invoices: 0, movements: 0, events: 1 }])
  const own = (await mira.browser.send(getOrders, {})).answer.data
  expect(own).toMatchObject([{ serial: '1001' }])
  const number = own[0]?.number ?? ''
  const { answer } = await staff.send(getAdminOrder, { number })
  expect(JSON.stringify(answer)).toContain('Imported from another shop')
  expect(await staff.send(getOrderInvoice, { number })).toMatchObject({ status: 404 })
  expect((await staff.send(getAdminOrders, { q: '1001' })).answer.total).toBe(1)
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en' })).toEqual([])

  const again = await orders.check(shopifyFile)
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 4, refuse: 1 })
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
  expect(checked).toMatchObject({ format: 'woocommerce', counts: { create: 2, refuse: 0 } })
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
      counts: { create: 0, update: 0, refuse: 0, unchanged: 3 },
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

test('fees, tips and orders without an email come in, open ones are shipped from here', async () => {
  const head =
    'order_number,date,status,shipping_total,tax_total,fee_total,fee_items,discount_total,order_total,payment_method,billing_first_name,billing_last_name,billing_email,item_name,item_sku,item_quantity,item_subtotal,item_total'
  const checked = await orders.check(
    [
      head,
      '901,2023-12-10 23:30:00,completed,2,0,1.50,id:7|name:Cash on delivery|total:1.50,0,8.50,cod,Ravi,Nair,ravi@example.com,Cup,C1,1,5.00,5.00',
      '902,2023-12-10,completed,0,0,-1,,0,4.00,cod,Ravi,Nair,,Cup,C1,1,5.00,5.00',
      '903,2023-12-10,processing,0,0,0,,0,5.00,cod,Ravi,Nair,,Cup,C1,1,5.00,5.00',
      '904,2023-12-10,on-hold,0,0,0,,0,5.00,bacs,Ravi,Nair,,Cup,C1,1,5.00,5.00',
      '905,2023-12-10,lost,0,0,0,,0,5.00,bacs,Ravi,Nair,,Cup,C1,1,5.00,5.00',
    ].join('\n'),
  )
  const rows = await orders.rows(checked)
  expect(rows).toMatchObject([
    { notes: ['“Cash on delivery” is not in this shop and becomes an archived product'] },
    { outcome: 'create' },
    { outcome: 'create' },
    { reason: 'This order waits for its payment. Import it once it is paid or cancelled' },
    { reason: '“lost” is not a status of an order' },
  ])
  // A file's own times are those of the shop.
  expect(rows[0]?.changes).toContainEqual({ field: 'Placed', before: '', after: '2023-12-10' })
  await orders.apply(checked)
  const all = await stored()
  expect(all).toContainEqual(
    expect.objectContaining({
      serial: '901',
      placed_at: expect.stringContaining('2023-12-10 18:00:00'),
      total: 850,
      lines: [
        ['C1', 1, 500, 0, 0, 500],
        ['', 1, 150, 0, 0, 150],
      ],
    }),
  )
  expect(all).toContainEqual(expect.objectContaining({ serial: '902', discount: 100, total: 400, paid: 400 }))
  expect(all).toContainEqual(expect.objectContaining({ serial: '903', status: 'confirmed', paid: 0 }))

  const { number } = await db
    .selectFrom('shop_order')
    .select('number')
    .where('serial', '=', '903')
    .executeTakeFirstOrThrow()
  expect(await staff.send(fulfilOrder, { number })).toMatchObject({ status: 200 })
  expect(await staff.send(deliverOrder, { number })).toMatchObject({ status: 200 })
  expect(await stored()).toContainEqual(
    expect.objectContaining({ serial: '903', status: 'delivered', paid: 500 }),
  )
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en' })).toEqual([])
})

test('dates that can be two days are asked about once per file', async () => {
  const file = (placed: string) =>
    `Order number,Date,Email,Product,Quantity,Unit price,Total,Status,Note ${placed.length}\n2001,${placed},a1@example.com,Cup,1,5,5,delivered,\n`
  const { id } = (await orders.upload(file('10/12/2023'))).answer.data
  const { answer } = await staff.send(getImport, { id })
  expect(answer.data).toMatchObject({
    step: 'mapping',
    dateorder: null,
    error: '“10/12/2023” can be two days. Choose how dates are written',
  })
  const { format, mapping, decimalmark } = answer.data
  await staff.send(mapImport, { id, format, mapping, decimalmark, dateorder: 'dmy' })
  const next = await orders.check(file('11/12/2023'))
  expect(next).toMatchObject({ step: 'ready', dateorder: 'dmy' })
  for (const [of, placed] of [
    [id, '2023-12-10'],
    [next.id, '2023-12-11'],
  ] as const) {
    expect((await orders.rows({ id: of }))[0]?.changes).toContainEqual({
      field: 'Placed',
      before: '',
      after: placed,
    })
  }
  expect(await orders.check(file('31/12/2023 10:00'))).toMatchObject({ step: 'ready', dateorder: 'dmy' })
  expect(await orders.rows(await orders.check(file('2999-01-01 10')))).toMatchObject([
    { outcome: 'refuse', reason: 'Line 2: “2999-01-01 10” under Date is not a date. Write it as 2024-05-31' },
  ])
})
