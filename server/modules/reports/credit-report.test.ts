import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctGiftCard } from '#contract/credit/gift-card.ts'
import { cancelOrder } from '#contract/orders/order.ts'
import { getCreditReport } from '#contract/reports/credit-report.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newGiftCard } from '#test/harness/data/gift-card.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer, staffWith, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Client
beforeAll(async () => {
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  await storeSettings(db, { 'payment.cod': true, 'shipping.flat': 0 })
})

test('adds up the ledger of a period to what the shop owes', async () => {
  const goods = await makeGoods(db)
  const cup = await goods.add('Cup', { variants: [{ price: 50_000, stock: 10 }] })
  const shopper = stranger(app)
  const old = await newGiftCard({ staff, shopper }, 100)
  await sql`alter table credit_entry disable trigger user`.execute(db)
  await sql`update credit_entry set created_at = now() - interval '40 days' where account_id = ${old.id}`.execute(
    db,
  )
  await sql`alter table credit_entry enable trigger user`.execute(db)
  const card = await newGiftCard({ staff, shopper }, 900)
  const place = () =>
    order(stranger(app), { items: [{ productid: cup, quantity: 1 }], giftCards: [card.pass] }, randomUUID())
  const first = (await place()).answer.data
  await place()
  await shopper.send(cancelOrder, { number: first.number, accessToken: first.accessToken })
  await staff.send(correctGiftCard, { id: card.id, change: -50, reason: 'Counter' })
  const { answer } = await staff.send(getCreditReport)
  const [cards, store] = answer.data
  expect(cards).toEqual({
    kind: 'gift_card',
    opening: 100,
    issued: 900,
    refunded: 0,
    givenBack: 500,
    corrected: -50,
    spent: -900,
    expired: 0,
    closing: 550,
  })
  expect(store).toMatchObject({ kind: 'store_credit', opening: 0, closing: 0 })
  const { rows } = await sql<{
    owed: number
  }>`select sum(balance)::bigint as owed from credit_account`.execute(db)
  expect(rows[0]?.owed).toBe(55_000)
})

test('needs the permission for reports', async () => {
  const { browser } = await staffWith(db, app, ['orders'])
  expect((await browser.send(getCreditReport)).status).toBe(403)
})
