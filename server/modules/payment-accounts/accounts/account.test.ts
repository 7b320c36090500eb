import { afterAll, beforeEach, expect, it, test } from 'vitest'
import { getOrder } from '#contract/orders/order.ts'
import {
  checkPaymentAccount,
  disconnectProvider,
  reconnectProvider,
} from '#contract/payment-accounts/payment-account.ts'
import { auditLogOf } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'
import { twoMerchants } from '#test/harness/services/payments/two-merchants.ts'

const shop = await paymentShop()
const { app, db, staff } = shop
afterAll(shop.stop)
const { mugs, first, rolled, other, live, removeAccounts } = await twoMerchants(shop)
beforeEach(removeAccounts)

const statusOf = async ({ number, accessToken }: { number: string; accessToken: string }) =>
  (await client(app).send(getOrder, { number, accessToken })).answer.data.status

test('a provider is connected without a restart, shown without its keys, and taken out of the checkout', async () => {
  expect(await shop.connect(first)).toMatchObject({
    status: 200,
    message: 'Stripe connected',
    answer: { data: { mode: 'test', name: 'Mug shop', retired: null } },
  })
  await shop.awaitOffer(['stripe'])
  expect((await shop.offered())[0]!.text).toMatch(/^Test mode: no money moves\./)
  const [account] = await shop.accounts()
  expect(account).toMatchObject({
    provider: 'stripe',
    mode: 'test',
    state: 'in_use',
    name: 'Mug shop',
    key: 'sk_test_…MUGS',
    problem: '',
    openPayments: 0,
    webhookSeenAt: null,
  })
  expect(await staff.browser.send(checkPaymentAccount, { provider: 'stripe' })).toMatchObject({
    status: 200,
    message: 'Stripe accepts the keys',
  })
  const { id } = account!
  expect(await staff.browser.send(disconnectProvider, { provider: 'stripe' })).toMatchObject({
    answer: { data: { id, openPayments: 0 } },
  })
  await shop.awaitOffer([])
  expect((await staff.browser.send(reconnectProvider, { id })).status).toBe(200)
  await shop.awaitOffer(['stripe'])
  expect((await auditLogOf(db, 'payment_account', id)).map(({ action }) => action)).toEqual([
    'create',
    'update',
    'update',
  ])
})

test('a publishable key is read, stays unless it is typed, and goes with its merchant', async () => {
  const publishableKey = 'pk_test_51mugs'
  const stored = async () => (await shop.accounts())[0]!.publishableKey
  await shop.connect(first)
  expect(await stored()).toBe('')
  await shop.connect({ ...first, publishableKey })
  expect(await stored()).toBe(publishableKey)
  // Another program may not know the field.
  await shop.connect(rolled)
  expect(await stored()).toBe(publishableKey)
  await shop.connect({ ...rolled, publishableKey: '' })
  expect(await stored()).toBe('')
  await shop.connect({ ...rolled, publishableKey })
  await shop.awaitOffer(['stripe'])
  await shop.ordered()
  await shop.connect(other)
  expect(await stored()).toBe('')
})

it.each([
  [{ ...first, secretKey: 'pk_test_51mugs' }, /^This is the publishable key/],
  [{ ...first, secretKey: 'whsec_51mugs' }, /^This is the signing secret/],
  [{ ...first, publishableKey: first.secretKey }, /^This is a secret, and every visitor would see it/],
  [{ ...first, publishableKey: 'mugs' }, /^A publishable key begins with pk_test_ or pk_live_$/],
  [{ ...first, publishableKey: 'pk_test_<script>' }, /^A publishable key begins with/],
  [{ ...first, publishableKey: 'pk_live_51mugs' }, /^This key is for live mode\. Choose live mode/],
  [{ ...first, secretKey: 'mugs' }, /^A secret key begins with sk_test_ or sk_live_$/],
  [{ ...first, secretKey: 'sk_test_51 mugs' }, /^There is a space in it/],
  [{ ...first, mode: 'live' }, /^This key is for test mode\. Choose test mode, or enter the live key$/],
  [{ ...live, mode: 'test' }, /^This key is for live mode/],
  [{ ...first, webhookSecret: first.secretKey }, /^A signing secret begins with whsec_$/],
  [{ ...first, webhookSecret: '' }, /^Enter the signing secret$/],
  [{ ...first, secretKey: keysOf('none').secretKey }, /^Stripe does not accept the secret key/],
])('keys that cannot work get a sentence: %o', async (keys, sentence) => {
  const { status, message, issues } = await shop.connect(keys)
  expect({ status, message: issues?.[0]?.message ?? message }).toEqual({
    status: 400,
    message: expect.stringMatching(sentence),
  })
  expect(await shop.accounts()).toEqual([])
})

test('spaces around a key do not matter', async () => {
  expect((await shop.connect({ ...first, secretKey: ` ${first.secretKey}\n` })).status).toBe(200)
})

test('a provider that is unreachable or answers nonsense changes nothing', async () => {
  mugs.mood.look = 'down'
  expect(await shop.connect(first)).toMatchObject({
    status: 503,
    code: 'provider_unreachable',
    message: expect.stringMatching(/Nothing was changed/),
  })
  mugs.mood.look = 'lost'
  expect((await shop.connect(first)).status).toBe(503)
  mugs.mood.look = 'fine'
  expect(await shop.accounts()).toEqual([])
})

test('two shops have accounts of their own, and a message changes only the shop of its address', async () => {
  await shop.connect(first)
  await shop.connect(other, shop.staffElsewhere)
  await shop.awaitOffer(['stripe'])
  await shop.awaitOffer(['stripe'], 'other.example')
  const open = await shop.ordered()
  mugs.pay(open.number)
  const own = { secret: first.webhookSecret }
  const foreign = { secret: other.webhookSecret }
  const message = (options: object) => mugs.message('checkout.session.completed', open.number, options)
  // A stranger's signature, that of another shop, and the right one at the other shop.
  expect(await shop.deliver(message({ secret: 'whsec_stranger' }))).toBe(400)
  expect(await shop.deliver(message(foreign))).toBe(400)
  expect(await shop.deliver(message(own), 'other.example')).toBe(400)
  expect(await shop.deliver(message(foreign), 'other.example')).toBe(200)
  expect(await statusOf(open)).toBe('pending')
  expect(await shop.deliver(message(own))).toBe(200)
  expect(await statusOf(open)).toBe('confirmed')
  expect(await shop.accounts()).toMatchObject([{ webhookSeenAt: expect.any(String) }])
})

test('with another AUTH_SECRET the shop opens, leaves the provider out and asks to connect again', async () => {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  await db
    .updateTable('payment_account')
    .set({ sealed_credentials: Buffer.alloc(60, 7) })
    .execute()
  await shop.awaitOffer([])
  expect(await shop.accounts()).toMatchObject([
    { problem: expect.stringMatching(/^Connect again: the shop’s secret has changed/) },
  ])
  expect(await staff.browser.send(checkPaymentAccount, { provider: 'stripe' })).toMatchObject({ status: 400 })
  const [{ version } = { version: 0 }] = await shop.accounts()
  expect((await shop.connect({ ...first, version })).status).toBe(200)
  await shop.awaitOffer(['stripe'])
})
