import { payOrder, refreshOrder, paymentWebhook } from '#contract/orders/payment/payment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import type { PaymentProvider, WebhookEvent } from '#server/platform/payments/payment-provider.ts'
import { requireOwnOrder, type OrderRequest } from '../order/order-access.ts'
import { handleRefundEvent } from '../refunds/process-refunds.ts'
import { claimProviderEvent, pollSoon } from './payment.writes.ts'
import { findPaymentByReference } from './payment.queries.ts'
import { limitPaymentChecks, limitPaymentPages } from './payment-limits.ts'
import { checkPayment, type PaymentStatus } from './payment-page.ts'
import { applyPaymentState } from './payment-result.ts'

/** Paying online, returning from the provider, and the webhook. */
export const paymentRoutes = [
  personalRoute(payOrder, async (request, context) => {
    await limitPaymentPages(context)
    return { data: await checkOwnPayment(context, request, { open: true }) }
  }),

  personalRoute(refreshOrder, async (request, context) => ({
    data: await checkOwnPayment(context, request, { open: false }),
  })),

  personalRoute(paymentWebhook, async ({ provider: id }, context) => {
    const provider = context.services.online.find((each) => each.id === id)
    if (!provider) throw new AppError(404, 'not_found', 'Unknown payment provider')
    const { body, headers } = context.signed ?? { body: Buffer.of(), headers: {} }
    const event = provider.parseEvent(body, headers)
    if (!event) throw new AppError(400, 'invalid_signature', 'The signature is invalid')
    await handleEvent(context, provider, event)
    return {}
  }),
]

async function checkOwnPayment(
  context: PersonalContext,
  request: OrderRequest,
  options: { open: boolean },
): Promise<PaymentStatus> {
  const order = await requireOwnOrder(context, request)
  await limitPaymentChecks(context, order.number)
  try {
    return await checkPayment(context.db, context.services, order, options)
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = 'We can’t reach the payment page. Your order is saved – please try again in a minute.'
    throw new AppError(503, 'payment_unavailable', message, undefined, 60)
  }
}

/** An event only triggers a check: the state comes from the provider. If it is unreachable, the next poll is due now. */
async function handleEvent(
  { db, services: { keyedHash } }: PersonalContext,
  provider: PaymentProvider,
  { eventId, kind, reference, refund }: WebhookEvent,
): Promise<void> {
  if (refund !== undefined) return handleRefundEvent(db, { keyedHash }, provider, refund)
  if (reference === undefined) return
  const payment = await findPaymentByReference(db, provider.id, reference)
  if (!payment) return
  const event = { provider: provider.id, eventId, kind }
  const state = await provider.getPayment(reference).catch(() => undefined)
  if (state) return applyPaymentState(db, keyedHash, payment, state, event)
  await db.transaction().execute(async (tx: Transaction) => {
    if (await claimProviderEvent(tx, payment.shopId, event)) await pollSoon(tx, payment.shopId, payment.id)
  })
}
