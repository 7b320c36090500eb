import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManualOrder } from '#contract/orders/manual-order.ts'
import { connect } from '#server/db/connect.ts'
import { manualOrderForm } from '#test/harness/data/order.ts'
import { openSession } from '#test/harness/people/account.ts'
import { expectNoAxeViolations, expectNoSidewaysScroll, openPage } from '../support/page.ts'
import { startShop, type Shop } from '../support/shop.ts'

// Its own shop, because the checkout offers UPI and bank transfer to no other test.
let shop: Shop
let cookie: string
let productid: number

beforeAll(async () => {
  shop = await startShop()
  const db = connect(shop.databaseUrl, { max: 1 })
  const settings = { bank_transfer: 'true', upi: 'true', upi_id: '"ostrel@okaxis"' }
  await db
    .insertInto('setting')
    .values(Object.entries(settings).map(([key, value]) => ({ config_id: 1, key: `payment.${key}`, value })))
    .onConflict((conflict) =>
      conflict.columns(['config_id', 'key']).doUpdateSet({ value: (from) => from.ref('excluded.value') }),
    )
    .execute()
  const { userId, token } = await openSession(db)
  await db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  cookie = `session=${token}`
  const simple = await db
    .selectFrom('variant')
    .select('product_id')
    .where('config_id', '=', 1)
    .groupBy('product_id')
    .having((from) => from.fn.countAll(), '=', 1)
    .having((from) => from.fn.max('price'), '<', 500_000)
    .limit(1)
    .executeTakeFirstOrThrow()
  productid = simple.product_id
  await db.destroy()
})
afterAll(() => shop.stop())

/** Places an order as staff with a payment link. Returns the path of the link. */
async function paymentLink(): Promise<string> {
  const items = [{ productid, quantity: 1 }]
  const answer = await fetch(`${shop.url}/api/${createManualOrder.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie },
    body: JSON.stringify({ ...manualOrderForm, payment: 'link', items }),
  })
  if (!answer.ok) throw new Error(`The order was refused: ${await answer.text()}`)
  const { data } = createManualOrder.answer.parse(await answer.json())
  const { pathname, search } = new URL(data.paymentUrl!)
  return pathname + search
}

const otherWays = (page: Page) =>
  page.getByRole('region', { name: 'Status' }).locator('form').filter({ hasText: 'Other ways to pay' })
const buttons = (page: Page) => otherWays(page).getByRole('button').allInnerTexts()
const qrCode = (page: Page) => page.getByRole('img', { name: 'QR code for UPI apps' })
const confirmed = (page: Page) => page.getByRole('heading', { level: 2, name: 'Confirmed', exact: true })

it('a payment link offers every way to pay: UPI shows its code, cash on delivery confirms', async () => {
  const page = await openPage(await paymentLink(), { base: shop.url, width: 360 })
  await expect.poll(() => buttons(page)).toEqual(['Cash on delivery', 'UPI'])
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await otherWays(page).getByRole('button', { name: 'UPI' }).press('Enter')
  await qrCode(page).waitFor()
  await expect.poll(() => buttons(page)).toEqual(['Cash on delivery', 'Bank transfer'])
  await expectNoAxeViolations(page)
  await expectNoSidewaysScroll(page)
  await otherWays(page).getByRole('button', { name: 'Cash on delivery' }).click()
  await confirmed(page).waitFor()
  expect(await otherWays(page).count()).toBe(0)
  expect(await qrCode(page).count()).toBe(0)
})

it('the ways to pay work without scripts', async () => {
  const page = await openPage(await paymentLink(), { base: shop.url, javaScript: false })
  await otherWays(page).getByRole('button', { name: 'UPI' }).click()
  await qrCode(page).waitFor()
  expect(await buttons(page)).toEqual(['Cash on delivery', 'Bank transfer'])
  await otherWays(page).getByRole('button', { name: 'Cash on delivery' }).click()
  await confirmed(page).waitFor()
  expect(await otherWays(page).count()).toBe(0)
})
