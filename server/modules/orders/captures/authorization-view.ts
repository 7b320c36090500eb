import type { z } from 'zod'
import type { orderAuthorization } from '#contract/orders/payment/order-money.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { paymentName } from '../payments/payment-method.ts'
import { findAuthorization, findOpenCapture, sumCaptures } from './capture.queries.ts'

/** The authorised payment of an order, in major units; null if nothing is left of it. */
export async function readAuthorization(
  db: Database,
  { config_id: shopId, id, authorized, currency }: OrderRow,
  online: readonly ConnectedProvider[],
): Promise<z.output<typeof orderAuthorization> | null> {
  if (authorized === 0) return null
  const payment = await findAuthorization(db, shopId, id)
  if (!payment) return null
  const [captured, open] = await Promise.all([sumCaptures(db, payment), findOpenCapture(db, shopId, id)])
  return {
    name: paymentName(payment.provider, online),
    amount: toMajor(payment.amount, currency),
    captured: toMajor(captured, currency),
    left: toMajor(authorized, currency),
    expiresAt: payment.expires_at?.toISOString() ?? null,
    isCapturing: open !== undefined,
  }
}
