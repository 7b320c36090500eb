import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  getAdminOrder,
  resendOrderEmail,
  returnOrder,
} from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stop } = await testApp({
  // No job runs here, so nothing connects to it.
  env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' },
})
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  // The emails show what was typed only to an address that is confirmed.
  await db
    .insertInto('confirmed_address')
    .values({ config_id: 1, email: checkoutForm.contact.email })
    .execute()
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  staff = client(app, { cookies: new Map([['session', token]]) })
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'payment.bank_details': 'Bank of Pune\nIBAN 12',
    'invoice.gstin': '27AAPFU0939F1ZV',
  })
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
})

/** The emails about an order, oldest first. */
async function emailsOf(number: string) {
  const { rows } = await sql<{ template: string; text: string; html: string }>`
    select template, body_text as text, body_html as html from email
    where body_text like ${`%${number}%`} order by id`.execute(db)
  return rows
}

test('order emails show the price calculation of the order, from payment to delivery', async () => {
  const { code } = await newCoupon(db)
  const [variantid] = goods.lampVariants
  const items = [
    { productid: goods.mug, quantity: 2 },
    { productid: goods.lamp, variantid },
  ]
  const bought = { items, coupon: code, paymentMethod: 'bank_transfer' }
  const { number, accessToken } = (await order(client(app), bought)).answer.data
  const { data } = (await client(app).send(getOrder, { number, accessToken })).answer
  const money = (major: number) =>
    new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(major)

  await staff.send(confirmOrder, { number })
  const trackingUrl = 'https://post.example/track?id=X1&lang=en'
  await staff.send(fulfilOrder, { number, carrier: 'Post', tracking: 'X1', trackingUrl })
  await staff.send(deliverOrder, { number })
  const emails = await emailsOf(number)
  expect(emails.map(({ template }) => template)).toEqual([
    'order_received',
    'order_confirmed',
    'order_shipped',
    'order_delivered',
  ])
  for (const { text, html } of emails) {
    for (const [what, amount] of [
      ['2 × Stoneware mug', 2 * data.lines[0]!.productprice],
      ['1 × Lamp (Sage, Small)', data.lines[1]!.productprice],
      ['Subtotal', 2 * data.lines[0]!.productprice + data.lines[1]!.productprice],
      [`Coupon ${code}`, -data.coupon],
      ['Shipping', data.shipping],
      ['GST, included', data.tax],
      ['Total', data.total],
    ] as const) {
      expect(text).toContain(`\n${what}: ${money(amount)}\n`)
      expect(html).toMatch(new RegExp(`>${what.replaceAll(/[()]/g, '\\$&')}</th><td[^>]*>${money(amount)}<`))
    }
    expect(text).toContain('Delivery address:\nAsha Rao\n4 Rose Lane\nPune 411001\nMaharashtra')
    expect(html).toContain(`orders/${number}?accessToken=${accessToken}`)
  }
  const [received, confirmed, shipped, delivered] = emails
  expect(received?.text).toContain(`Please transfer ${money(data.total)} by `)
  expect(received?.html).toContain('Bank of Pune<br>IBAN 12')
  expect(data.delivery?.text).toMatch(/^\w{3} \d+ .*– \w{3} \d+ \w+$/)
  expect(confirmed?.text).toContain(`Standard delivery:\n${data.delivery?.text}`)
  expect(delivered?.text).not.toContain('Standard delivery')
  expect(shipped?.text).toContain('Shipped with Post, tracking number X1.')
  expect(shipped?.html).toContain('<a href="https://post.example/track?id=X1&amp;lang=en"')
  expect(shipped?.text).toContain(`/api/orders/${number}/invoice?accessToken=${accessToken}`)
})

test('emails of an order with cash on delivery say what is due and how, until it is delivered', async () => {
  const { number, total } = (await order(client(app), { items: [{ productid: goods.mug }] })).answer.data
  await staff.send(fulfilOrder, { number })
  await staff.send(deliverOrder, { number })
  const due = `Please pay ${new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(total)} in cash`
  const says = (await emailsOf(number)).map(({ template, text }) => [template, text.includes(due)])
  expect(says).toEqual([
    ['order_confirmed', true],
    ['order_shipped', true],
    ['order_delivered', false],
  ])
})

test('emails a return with its reason, and can send it again', async () => {
  const { number } = (await order(client(app), { items: [{ productid: goods.mug }] })).answer.data
  await staff.send(fulfilOrder, { number })
  await staff.send(returnOrder, { number, reason: 'Nobody was at home' })
  const email = (await emailsOf(number)).at(-1)
  expect(email).toMatchObject({ template: 'order_returned' })
  expect(email?.text).toContain('Reason: Nobody was at home')
  expect((await staff.send(resendOrderEmail, { number, kind: 'returned' })).message).toBe('Email sent')
  expect((await staff.send(getAdminOrder, { number })).answer.data.customerLink).toBeNull()
  expect((await emailsOf(number)).filter(({ template }) => template === 'order_returned')).toHaveLength(2)
})

test('emails the reason of a cancellation, and mentions a refund only if money was paid', async () => {
  const items = [{ productid: goods.mug }]
  const { number } = (await order(client(app), { items })).answer.data
  const reason = 'Damaged in our warehouse <sorry>'
  await staff.send(cancelOrderAsStaff, { number, reason, restock: false })
  const email = (await emailsOf(number)).at(-1)
  expect(email).toMatchObject({ template: 'order_cancelled' })
  expect(email?.text).toContain('Reason: Damaged in our warehouse <sorry>')
  expect(email?.html).toContain('Reason: Damaged in our warehouse &lt;sorry&gt;')
  expect(email?.text).not.toContain('refund')
})
