import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/identity/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer, secret } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { runIntegrityChecks } from './run-checks.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

test('no emails of orders are missed whose account was deleted', async () => {
  const goods = await makeGoods(db)
  const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0] }]
  const { email, browser } = await newcomer(db, app)
  const place = (who = client(app), address = email) =>
    order(who, { items, contact: { email: address, phone: '9876543210' } })
  for (const placed of [await place(), await place(browser), await place(client(app), 'stays@example.com')])
    expect(placed.status).toBe(201)
  expect((await browser.send(deleteAccount, { password: secret })).status).toBe(200)
  const check = () => runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  expect(await check()).toEqual([])
  await sql`delete from email where recipient = 'stays@example.com'`.execute(db)
  expect(await check()).toMatchObject([{ check: 'email_once' }])
})
