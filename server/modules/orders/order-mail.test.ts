import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOrderAsStaff,
  confirmOrder,
  deliverOrder,
  fulfilOrder,
  resendOrderMail,
  returnOrder,
} from '#contract/admin-order.ts'
import { getOrder } from '#contract/order.ts'
import { testApp } from '#test/harness/app.ts'
import { newCoupon } from '#test/harness/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { order } from '#test/harness/order.ts'
import { openSession, person, type Person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Person
beforeAll(async () => {
  goods = await makeGoods(db)
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  staff = person(app, { cookies: new Map([['session', token]]) })
  const set = (key: string, value: unknown) => ({ config_id: 1, key, value: JSON.stringify(value) })
  await db
    .insertInto('setting')
    .values([set('payment.bank_transfer', true), set('payment.bank_details', 'Bank of Pune\nIBAN 12')])
    .execute()
})

/** The mails about an order, the oldest first. */
async function mailsOf(number: string) {
  const { rows } = await sql<{ template: string; text: string; html: string }>`
    select template, body_text as text, body_html as html from mail
    where subject like ${`%${number}%`} order by id`.execute(db)
  return rows
}

test('mails about an order show the steps that the order shows, from payment to delivery', async () => {
  // So that the days are the same in the mail and here, whatever the hour.
  const { rows } = await sql<{ from: Date; to: Date }>`
    select now() + interval '3 days' as from, now() + interval '6 days' as to`.execute(db)
  const day = (moment: Date) =>
    new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' }).format(moment)
  const { code } = await newCoupon(db)
  const [variantid] = goods.lampVariants
  const items = [
    { productid: goods.mug, quantity: 2 },
    { productid: goods.lamp, variantid },
  ]
  const bought = { items, coupon: code, paymentMethod: 'bank_transfer' }
  const { number, accessToken } = (await order(person(app), bought)).answer.data
  const { data } = (await person(app).send(getOrder, { number, accessToken })).answer
  const money = (major: number) =>
    new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(major)

  await staff.send(confirmOrder, { number })
  const trackingUrl = 'https://post.example/track?id=X1&lang=en'
  await staff.send(fulfilOrder, { number, carrier: 'Post', tracking: 'X1', trackingUrl })
  await staff.send(deliverOrder, { number })
  const mails = await mailsOf(number)
  expect(mails.map(({ template }) => template)).toEqual([
    'order_received',
    'order_confirmed',
    'order_shipped',
    'order_delivered',
  ])
  for (const { text, html } of mails) {
    for (const [what, amount] of [
      ['2 × Stoneware mug', data.lines[0]!.linetotal],
      ['1 × Lamp (Sage, Small)', data.lines[1]!.linetotal],
      ['Sub total', data.subtotal],
      ['Offers', -data.discount],
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
  const [received, confirmed, shipped, delivered] = mails
  expect(received?.text).toContain(`Please transfer ${money(data.total)} until `)
  expect(received?.html).toContain('Bank of Pune<br>IBAN 12')
  const days = `Between ${day(rows[0]!.from)} and ${day(rows[0]!.to)}`
  expect(confirmed?.text).toContain(`Standard delivery:\n${days}`)
  expect(delivered?.text).not.toContain('Between')
  expect(shipped?.text).toContain('It travels with Post; its tracking number is X1.')
  expect(shipped?.html).toContain('<a href="https://post.example/track?id=X1&amp;lang=en"')
  expect(shipped?.text).toContain(`/api/orders/${number}/invoice?accessToken=${accessToken}`)
})

test('a parcel that came back is told of, with the reason, and can be told again', async () => {
  const { number } = (await order(person(app), { items: [{ productid: goods.mug }] })).answer.data
  await staff.send(fulfilOrder, { number })
  await staff.send(returnOrder, { number, reason: 'Nobody was at home' })
  const mail = (await mailsOf(number)).at(-1)
  expect(mail).toMatchObject({ template: 'order_returned' })
  expect(mail?.text).toContain('Why: Nobody was at home')
  expect((await staff.send(resendOrderMail, { number, kind: 'returned' })).status).toBe(200)
  expect((await mailsOf(number)).filter(({ template }) => template === 'order_returned')).toHaveLength(2)
})

test('a cancellation tells why, and speaks of money only where some was paid', async () => {
  const items = [{ productid: goods.mug }]
  const { number } = (await order(person(app), { items })).answer.data
  const reason = 'Broken in our house <sorry>'
  await staff.send(cancelOrderAsStaff, { number, reason, restock: false })
  const mail = (await mailsOf(number)).at(-1)
  expect(mail).toMatchObject({ template: 'order_cancelled' })
  expect(mail?.text).toContain('Why: Broken in our house <sorry>')
  expect(mail?.html).toContain('Why: Broken in our house &lt;sorry&gt;')
  expect(mail?.text).not.toContain('paid back')
})
