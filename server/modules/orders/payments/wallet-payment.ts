import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { walletProvider } from '#server/modules/payment-accounts/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { findLatestPayment, isTakenLater, lockPayment, openedBy, type PaymentRow } from './payment.queries.ts'
import { savePaymentPage } from './payment.writes.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { applyPaymentState } from './payment-result.ts'

/** What the script of a provider asks a wallet for. `rest` is in minor units. Null if no wallet can pay it. */
export function walletQuote(
  offered: readonly ConnectedProvider[],
  { rest, currency, isLater }: { rest: number; currency: string; isLater: boolean },
): { amount: number; unit: number; isLater: boolean } | null {
  const provider = walletProvider(offered, currency)
  if (!provider || rest === 0 || provider.problem(rest, currency) !== null) return null
  const amount = provider.wallets.scriptAmount(rest, currency)
  const unit = provider.wallets.scriptAmount(toMinor(1, currency), currency)
  return amount === undefined || unit === undefined ? null : { amount, unit, isLater }
}

const notPayable = () => new AppError(409, 'wrong_status', 'This order is not awaiting a payment by wallet')
const pageOpen = () => new AppError(409, 'payment_open', 'Its payment page is open already. Pay there')

/**
 * Opens a payment of what a pending order owes and returns the secret with which the browser confirms it. Concurrent and repeated calls
 * return the same. AppError 409 `wrong_status`, or `payment_open` if its page is open. Rejects if the provider is unreachable.
 */
export async function openWalletPayment(
  db: Database,
  { online }: Pick<PaymentDeps, 'online'>,
  { config_id: shopId, id: orderId, number, currency, status }: OrderRow,
): Promise<{ clientSecret: string }> {
  const [payment, { offered }] = await Promise.all([
    findLatestPayment(db, shopId, orderId),
    online.ofShop(db, shopId),
  ])
  const provider = walletProvider(offered, currency)
  if (status !== 'pending' || payment?.status !== 'waiting' || !provider || provider.id !== payment.provider)
    throw notPayable()
  if (payment.url !== null) throw pageOpen()
  const { id, amount } = payment
  // The page of the same payment has another key.
  const key = `${number}:wallet:${id}`
  const opened = await provider.wallets.open({
    key,
    orderNumber: number,
    amount,
    currency,
    isLater: isTakenLater(payment),
  })
  const { reference, clientSecret } = opened
  const refusal = await db.transaction().execute(async (tx) => {
    const locked = await lockOrder(tx, shopId, orderId)
    if (locked.status !== 'pending') return notPayable()
    const latest = await findLatestPayment(tx, shopId, orderId)
    if (latest?.id !== id) return pageOpen()
    const row = await lockPayment(tx, shopId, id)
    if (row.reference !== null) return row.reference === reference ? undefined : pageOpen()
    await savePaymentPage(
      tx,
      row,
      { reference, url: null, accountId: provider.accountId },
      { isAwaited: true },
    )
    return undefined
  })
  if (!refusal) return { clientSecret }
  // The secret was not given away, so it can only be left behind.
  await provider.close(reference).catch(() => undefined)
  throw refusal
}

/**
 * Ends the payment of a wallet before a page opens, so that an order is never paid twice. Another payment takes its place, unless the
 * wallet has paid. Rejects if the provider is unreachable.
 */
export async function closeWalletPayment(
  db: Database,
  { online, keyedHash }: PaymentDeps,
  { config_id: shopId, id, order_id: orderId, reference, ...payment }: PaymentRow,
): Promise<void> {
  const providers = await online.ofShop(db, shopId)
  const provider = await providers.ofPayment(openedBy(payment))
  if (!provider || reference === null) throw new Error(`The keys of ${payment.provider} can’t be read`)
  await applyPaymentState(db, keyedHash, { shopId, id, orderId }, await provider.close(reference))
}
