import type { TestPayment } from '#contract/payment-accounts/test-payment.ts'
import { providerNames } from '#contract/payment-accounts/providers.ts'
import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import type { TestPaymentRow } from './test-payment.queries.ts'

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

/** The least amount from one unit on that a provider takes, in minor units; a sentence if it takes none. */
export function smallestAmount(
  { problem }: Pick<PaymentProvider, 'problem'>,
  currency: string,
): { amount: number } | { problem: string } {
  const amounts = steps.map((units) => units * 10 ** minorDigits(currency))
  const amount = amounts.find((each) => problem(each, currency) === null)
  return amount === undefined ? { problem: problem(amounts.at(-1) ?? 0, currency) ?? '' } : { amount }
}

/** Whether a provider takes payments in a currency at all. */
export const takesCurrency = (provider: Pick<PaymentProvider, 'problem'>, currency: string): boolean =>
  'amount' in smallestAmount(provider, currency)

/** A test payment for the API. `webhookUrl` is where the provider should send its messages. */
export function testPaymentToView(row: TestPaymentRow, webhookUrl: string): TestPayment {
  const { id, provider, mode, amount, currency, status, url, createdAt } = row
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  const isRefunded = mode === 'test' || row.refundedAt !== null
  return {
    id,
    provider,
    mode,
    amount: toMajor(amount, currency),
    currency,
    paymentUrl: status === 'waiting' ? url : null,
    openedAt: createdAt.toISOString(),
    status,
    paidAt: iso(row.paidAt),
    webhookAt: iso(row.webhookAt),
    refundedAt: iso(row.refundedAt),
    problem: problemOf(row, webhookUrl),
    isOver: status === 'failed' || (row.webhookAt !== null && isRefunded),
  }
}

function problemOf(row: TestPaymentRow, webhookUrl: string): string {
  if (row.problem !== '') return row.problem
  if (row.status === 'failed') return 'Nothing was paid before the page closed. Start another test payment.'
  if (!row.isMessageLate) return ''
  const name = providerNames[row.provider]
  if (row.refusedAt !== null)
    return `A message arrived, but not with the secret that the shop has. Copy the secret of this webhook from ${name} again, and replace the keys here.`
  const place = isPrivate(webhookUrl)
    ? `${name} can’t reach ${webhookUrl}, which only this machine or network can open. Open the dashboard at the public address of the shop.`
    : `Check at ${name} that the webhook has the address ${webhookUrl}, is for ${row.mode} mode, and has the events that the connection dialog lists. If all is right, a firewall may refuse the calls of ${name}.`
  return `The payment is done, but no message has arrived. ${place}`
}

/** Whether an address cannot be reached from the internet. */
const isPrivate = (url: string): boolean => {
  const host = URL.parse(url)?.hostname ?? ''
  return /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\])|\.(local|internal|test)$/.test(
    host,
  )
}
