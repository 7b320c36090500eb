import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { disconnectProvider, reconnectProvider } from '#contract/payment-accounts/payment-account.ts'
import { paymentShop } from '#test/harness/services/payment-shop.ts'
import { twoMerchants } from '#test/harness/services/payments/two-merchants.ts'
import { connectAccount } from './account.writes.ts'

const shop = await paymentShop()
const { db, stripe, staff } = shop
afterAll(shop.stop)
const { first, other } = await twoMerchants(shop)

beforeEach(() => db.deleteFrom('payment_account').execute())

test('of two connections whose keys are checked at the same time one is stored', async () => {
  stripe.gather(2)
  const answers = await Promise.all([shop.connect(first), shop.connect(other)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await shop.accounts()).toHaveLength(1)
})

test('an account is not restored while the provider is being connected again', async () => {
  await shop.connect(first)
  await staff.browser.send(disconnectProvider, { provider: 'stripe' })
  const [retired] = await shop.accounts()
  let answer: ReturnType<typeof staff.browser.send> | undefined
  await db.transaction().execute(async (tx) => {
    const write = { shopId: 1, actor: { id: null, name: 'Somebody else' } }
    const account = {
      provider: 'stripe' as const,
      mode: 'test' as const,
      name: 'Bowl shop',
      details: { key: 'sk_test_…BOWL', webhookUrl: '' },
      credentials: Buffer.alloc(60, 7),
    }
    await connectAccount(tx, write, account, {
      replaced: undefined,
      isSameMerchant: false,
      version: undefined,
    })
    answer = staff.browser.send(reconnectProvider, { id: retired!.id })
    await wait(200)
  })
  expect(await answer).toMatchObject({ status: 409, code: 'already_connected' })
})
