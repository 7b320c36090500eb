import { randomBytes } from 'node:crypto'
import * as contract from '#contract/payment-accounts/test-payment.ts'
import { providerNames } from '#contract/payment-accounts/providers.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { ProviderRefusal } from '#server/platform/payments/payment-provider.ts'
import { webhookUrlOf } from '../accounts/account-view.ts'
import { notConnected } from '../accounts/account.writes.ts'
import { askTestPayment } from './ask-test-payment.ts'
import { OPEN_MS, findTestPayment, type TestPaymentRow } from './test-payment.queries.ts'
import { smallestAmount, testPaymentToView } from './test-payment.rules.ts'
import { insertTestPayment, updateTestPayment } from './test-payment.writes.ts'

/** Payments of staff to themselves, which show that keys and messages work. */
export const testPaymentRoutes = [
  personalRoute(contract.startTestPayment, async ({ provider: id }, context) => {
    const { db, shop, services } = context
    const { shopId, currency } = shop
    const { offered } = await services.online.ofShop(db, shopId)
    const provider = offered.find((each) => each.id === id)
    const accountId = provider?.accountId ?? null
    if (!provider || accountId === null) throw notConnected()
    const least = smallestAmount(provider, currency)
    if ('problem' in least) throw new AppError(409, 'currency_refused', least.problem)
    const number = `TEST-${randomBytes(5).toString('hex').toUpperCase()}`
    const payment = { accountId, number, amount: least.amount, currency }
    const stored = await asStaff(context, async (tx, write) => ({
      id: await insertTestPayment(tx, write, payment),
    }))
    const row = await findTestPayment(db, shopId, stored.id)
    return { data: view(context, row.url === null ? await openPage(context, provider, row) : row) }
  }),

  personalRoute(contract.checkTestPayment, async ({ id }, context) => {
    const { db, shop, services } = context
    const row = await findTestPayment(db, shop.shopId, id)
    if (row.nextPollAt === null) return { data: view(context, row) }
    try {
      return { data: view(context, await askTestPayment(db, services.online, row)) }
    } catch {
      throw unreachable(row)
    }
  }),
]

const view = ({ origin }: PersonalContext, row: TestPaymentRow) =>
  testPaymentToView(row, webhookUrlOf(origin, row.provider))

const unreachable = ({ provider }: TestPaymentRow) => {
  const message = `${providerNames[provider]} can’t be reached. Try again in a minute`
  return new AppError(503, 'provider_unreachable', message, undefined, 60)
}

/** Opens the page of the provider; the same one if an answer was lost. AppError 409 if the provider refuses, 503. */
async function openPage(
  { db, origin }: PersonalContext,
  provider: ConnectedProvider,
  row: TestPaymentRow,
): Promise<TestPaymentRow> {
  const page = origin + dashboardLinks.testPayment(row.id)
  try {
    const { reference, url } = await provider.open({
      key: `${row.number}:pay`,
      orderNumber: row.number,
      amount: row.amount,
      currency: row.currency,
      email: '',
      placedAt: row.createdAt,
      reservedUntil: new Date(row.createdAt.getTime() + OPEN_MS),
      isLater: false,
      successUrl: `${page}?paid=1`,
      cancelUrl: `${page}?paid=0`,
    })
    await updateTestPayment(db, row, { reference, url })
    return { ...row, reference, url }
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw unreachable(row)
    await updateTestPayment(db, row, {
      status: 'failed',
      problem: error.message.slice(0, 1000),
      next_poll_at: null,
    })
    throw new AppError(409, 'payment_refused', error.message)
  }
}
