import { afterAll, beforeEach, expect, test } from 'vitest'
import { getOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { disconnectProvider, reconnectProvider } from '#contract/payment-accounts/payment-account.ts'
import { client } from '#test/harness/people/client.ts'
import { paymentShop } from '#test/harness/services/payment-shop.ts'
import { twoMerchants } from '#test/harness/services/payments/two-merchants.ts'
import { eraseFinishedKeys } from './account.writes.ts'

const shop = await paymentShop()
const { app, db, stripe, staff } = shop
afterAll(shop.stop)
const { mugs, bowls, first, rolled, other, live, removeAccounts } = await twoMerchants(shop)
beforeEach(removeAccounts)

const statusOf = async ({ number, accessToken }: { number: string; accessToken: string }) =>
  (await client(app).send(getOrder, { number, accessToken })).answer.data.status

test('rolled keys of the same merchant go on with its open payments', async () => {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  const open = await shop.ordered()
  const [before] = await shop.accounts()
  expect(before).toMatchObject({ openPayments: 1 })
  const { version } = before!
  stripe.revoke(first.secretKey)
  expect(await shop.connect({ ...rolled, version })).toMatchObject({
    status: 200,
    answer: { data: { id: before!.id, retired: null } },
  })
  stripe.allow(first.secretKey, mugs)
  expect(await shop.accounts()).toMatchObject([{ id: before!.id, key: 'sk_test_…MUGA' }])
  mugs.pay(open.number)
  expect(
    await shop.deliver(
      mugs.message('checkout.session.completed', open.number, { secret: rolled.webhookSecret }),
    ),
  ).toBe(200)
  expect(await statusOf(open)).toBe('confirmed')
  expect(await shop.connect({ ...first, version })).toMatchObject({ status: 409, code: 'version_conflict' })
})

test('another merchant retires the account, which answers until its payments and refunds have ended', async () => {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  const [paid, open] = [await shop.ordered(), await shop.ordered()]
  mugs.pay(paid.number)
  await shop.poll()
  const [before] = await shop.accounts()
  const { version } = before!
  expect(await shop.connect({ ...other, version })).toMatchObject({
    answer: { data: { retired: before!.id } },
  })
  expect(await shop.accounts()).toMatchObject([
    { state: 'in_use', key: 'sk_test_…BOWL', openPayments: 0 },
    { state: 'retired', key: 'sk_test_…MUGS', openPayments: 1 },
  ])
  // A new order opens at the new merchant.
  const later = await shop.ordered()
  expect(bowls.sessions(later.number)).toHaveLength(1)
  // A message with the secret of the retired account, which is asked.
  mugs.pay(open.number)
  const message = mugs.message('checkout.session.completed', open.number, { secret: first.webhookSecret })
  expect(await shop.deliver(message)).toBe(200)
  expect(await statusOf(open)).toBe('confirmed')
  // A refund goes where the money is.
  const refund = {
    number: paid.number,
    reason: 'Broken',
    lines: [{ position: 0, quantity: 1 }],
    shipping: true,
  }
  const issued = await staff.browser.send(refundOrder, refund, { 'idempotency-key': `refund ${paid.number}` })
  expect(issued.status, issued.message).toBe(200)
  await shop.poll()
  expect(mugs.held(paid.number)).toBe(0)
  // Its keys are erased once nothing is open, and not before a customer may want a refund.
  const age = async (days: number) =>
    db
      .updateTable('payment_account')
      .set({ retired_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', before!.id)
      .execute()
  await age(80)
  expect(await eraseFinishedKeys(db)).toBe(0)
  await age(100)
  expect(await eraseFinishedKeys(db)).toBe(1)
  expect(await shop.accounts()).toHaveLength(1)
  expect((await staff.browser.send(reconnectProvider, { id: before!.id })).status).toBe(404)
})

test('live keys take the place of test keys, and disconnecting says how many payments are open', async () => {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  const open = await shop.ordered()
  const [{ version } = { version: 0 }] = await shop.accounts()
  await shop.connect({ ...live, version })
  const [now] = await shop.accounts()
  expect(now).toMatchObject({ mode: 'live' })
  await shop.connect({ ...first, version: now!.version })
  expect(await staff.browser.send(disconnectProvider, { provider: 'stripe' })).toMatchObject({
    answer: { data: { openPayments: 0 } },
  })
  await shop.awaitOffer([])
  mugs.pay(open.number)
  await shop.poll()
  expect(await statusOf(open)).toBe('confirmed')
})

test('keys with open payments stay after a disconnection, and those that were never used go after an hour', async () => {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  await shop.ordered()
  const gone = await staff.browser.send(disconnectProvider, { provider: 'stripe' })
  expect(gone.answer.data.openPayments).toBe(1)
  await shop.connect(other)
  await staff.browser.send(disconnectProvider, { provider: 'stripe' })
  expect(await eraseFinishedKeys(db)).toBe(0)
  await db
    .updateTable('payment_account')
    .set({ retired_at: new Date(Date.now() - 7_200_000) })
    .execute()
  expect(await eraseFinishedKeys(db)).toBe(1)
  expect(await shop.accounts()).toMatchObject([{ key: 'sk_test_…MUGS', openPayments: 1 }])
})

test.each(['authorized', 'capturing', 'releasing'])(
  'keys stay while money of a payment is reserved: %s',
  async (status) => {
    await shop.connect(first)
    await shop.awaitOffer(['stripe'])
    const { number } = await shop.ordered()
    const { id, account_id: accountId } = await db
      .selectFrom('payment as p')
      .innerJoin('shop_order as o', 'o.id', 'p.order_id')
      .select(['p.id', 'p.account_id'])
      .where('o.number', '=', number)
      .executeTakeFirstOrThrow()
    const authorized_by = status === 'capturing' ? id : null
    await db.updateTable('payment').set({ status, authorized_by }).where('id', '=', id).execute()
    expect((await shop.accounts())[0]).toMatchObject({ id: accountId, openPayments: 1 })
    const { answer } = await staff.browser.send(disconnectProvider, { provider: 'stripe' })
    expect(answer.data.openPayments).toBe(1)
    const retired_at = new Date(Date.now() - 100 * 86_400_000)
    await db.updateTable('payment_account').set({ retired_at }).execute()
    expect(await eraseFinishedKeys(db)).toBe(0)
  },
)
