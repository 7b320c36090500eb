import { afterAll, beforeEach, expect, it, test } from 'vitest'
import { getOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import {
  checkPaymentAccount,
  disconnectProvider,
  reconnectProvider,
} from '#contract/payment-accounts/payment-account.ts'
import { auditLogOf } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'
import { eraseFinishedKeys } from './account.writes.ts'

const shop = await paymentShop()
const { app, db, stripe, staff } = shop
afterAll(shop.stop)
const mugs = await stripe.add()
const bowls = await stripe.add()
const first = keysOf('mugs')
const rolled = keysOf('muga')
const other = keysOf('bowl')
const live = keysOf('mugl', 'live')
stripe.allow(first.secretKey, mugs)
stripe.allow(rolled.secretKey, mugs)
stripe.allow(other.secretKey, bowls)
stripe.allow(live.secretKey, bowls)

beforeEach(async () => {
  await db.updateTable('payment').set({ account_id: null }).execute()
  await db.deleteFrom('payment_account').execute()
  await shop.awaitOffer([])
})

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
