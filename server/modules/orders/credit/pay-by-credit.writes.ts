import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { sourceName, spendCredit } from '#server/modules/credit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { insertReceivedPayment } from '../payments/payment.writes.ts'
import type { CreditPart } from './cover.rules.ts'

/** Takes what gift cards and store credit pay of a new order, as payments that have arrived. Their accounts are locked. */
export async function payByCredit(
  tx: Transaction,
  write: WriteContext,
  { id: orderId, currency }: { id: number; currency: string },
  parts: readonly CreditPart[],
  locale: string,
): Promise<void> {
  const { shopId, actor } = write
  if (parts.length === 0) return
  const spent = []
  for (const { source, amount } of parts) {
    const paymentId = await insertReceivedPayment(tx, shopId, orderId, { provider: source.kind, amount })
    spent.push({ accountId: source.accountId, paymentId, amount })
    const note = `${formatMoney(amount, currency, locale)}, ${sourceName(source)}`
    await addEvent(tx, shopId, orderId, actor, { kind: 'credit_paid', note, isPublic: true })
  }
  await spendCredit(tx, write, orderId, spent)
}
