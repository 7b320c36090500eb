import {
  openWalletPayment as openWalletPaymentEndpoint,
  payOrder,
  refreshOrder,
  paymentWebhook,
} from '#contract/orders/payment/payment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import {
  hearTestPayment,
  markWebhookSeen,
  noteRefusedMessage,
} from '#server/modules/payment-accounts/index.ts'
import type { ConnectedProvider, ShopProviders } from '#server/platform/payments/online-payments.ts'
import type {
  PaymentProvider,
  PaymentState,
  WebhookEvent,
} from '#server/platform/payments/payment-provider.ts'
import { requireOwnOrder, type OrderRequest } from '../order/order-access.ts'
import { handleRefundEvent } from '../refunds/process-refunds.ts'
import { claimProviderEvent, pollSoon } from './payment.writes.ts'
import { findPaymentByReference } from './payment.queries.ts'
import { providersOf } from './payment-deps.ts'
import { limitPaymentChecks, limitPaymentPages } from './payment-limits.ts'
import { noteDispute } from './dispute.ts'
import { checkPayment, type PaymentStatus } from './payment-page.ts'
import { applyPaymentState } from './payment-result.ts'
import { openWalletPayment } from './wallet-payment.ts'

/** Paying online, returning from the provider, and the webhook. */
export const paymentRoutes = [
  personalRoute(payOrder, async (request, context) => {
    await limitPaymentPages(context)
    return { data: await checkOwnPayment(context, request, { open: true }) }
  }),

  personalRoute(openWalletPaymentEndpoint, async (request, context) => {
    await limitPaymentPages(context)
    const order = await requireOwnOrder(context, request)
    await limitPaymentChecks(context, order.number)
    return { data: await orUnavailable(() => openWalletPayment(context.db, context.services, order)) }
  }),

  personalRoute(refreshOrder, async (request, context) => ({
    data: await checkOwnPayment(context, request, { open: false }),
  })),

  personalRoute(paymentWebhook, async ({ provider: id }, context) => {
    const providers = await providersOf(context)
    const senders = await providers.senders(id)
    if (senders.length === 0) throw new AppError(404, 'not_found', 'Unknown payment provider')
    const { shopId } = context.shop
    const found = await readMessage(senders, context.signed)
    if (!found) {
      await noteRefusedMessage(context.db, shopId, id)
      throw new AppError(400, 'invalid_signature', 'The signature is invalid')
    }
    await handleEvent(context, { providers, ...found })
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
  return orUnavailable(() => checkPayment(context.db, context.services, order, options))
}

/** AppError 503 if the provider is unreachable. */
async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = 'We can’t reach the payment page. Your order is saved – please try again in a minute.'
    throw new AppError(503, 'payment_unavailable', message, undefined, 60)
  }
}

/**
 * The account whose secret fits a message; undefined if it is of a stranger or of another account. AppError 503 if a provider has
 * to be asked and is unreachable: it sends the message again.
 */
async function readMessage(
  senders: readonly ConnectedProvider[],
  { body, headers }: NonNullable<PersonalContext['signed']> = { body: Buffer.of(), headers: {} },
): Promise<{ sender: ConnectedProvider; event: WebhookEvent } | undefined> {
  let isUnknown = false
  for (const sender of senders) {
    try {
      const event = await sender.parseEvent(body, headers)
      if (event) return { sender, event }
    } catch {
      isUnknown = true
    }
  }
  if (isUnknown) throw new AppError(503, 'payment_unavailable', 'This message can’t be checked at the moment')
  return undefined
}

/** A verified message, with what answers the questions that it triggers. */
interface Message {
  providers: ShopProviders
  sender: ConnectedProvider
  event: WebhookEvent
}

/** An event only triggers questions: what has happened comes from the provider that has opened the payment. */
async function handleEvent(context: PersonalContext, message: Message): Promise<void> {
  const { providers, sender, event } = message
  const { db, services, shop } = context
  const { shopId } = shop
  const found = event.reference === undefined ? undefined : await handlePayment(context, message)
  // A message without a signature may be of anybody, unless it names a payment that only the provider and the payer know.
  if (sender.accountId !== null && found !== 'unknown') await markWebhookSeen(db, shopId, sender.accountId)
  const related = found === 'unknown' ? undefined : found
  const about = { shopId, provider: sender.id }
  for (const reference of new Set([...event.refunds, ...(related?.refunds ?? [])]))
    await handleRefundEvent(db, services, providers, { ...about, reference })
  for (const reference of new Set([...event.disputes, ...(related?.disputes ?? [])]))
    await noteDispute(db, related?.asked ?? sender, { ...about, reference })
}

/**
 * Returns what the provider reports; undefined if it is unreachable, and then the next poll is due now; "unknown" if the shop has
 * no such payment.
 */
async function handlePayment(
  context: PersonalContext,
  { providers, sender: { id: provider }, event: { eventId, kind, reference = '' } }: Message,
): Promise<(PaymentState & { asked: PaymentProvider }) | 'unknown' | undefined> {
  const { db, shop, services } = context
  const { shopId } = shop
  const payment = await findPaymentByReference(db, shopId, provider, reference)
  // Some messages are not signed, and anybody who has paid can send them.
  const admit = () => limitPaymentChecks(context, reference)
  if (!payment) {
    const isTest = await hearTestPayment(db, services.online, { shopId, provider, reference, admit })
    return isTest ? undefined : 'unknown'
  }
  await admit()
  const event = { provider, eventId, kind }
  const isOver = payment.status !== 'waiting'
  const asked = await providers.ofPayment(payment)
  const state = await asked?.getPayment(reference, { isOver }).catch(() => undefined)
  if (state && asked) {
    await applyPaymentState(db, services.keyedHash, payment, state, event)
    return { ...state, asked }
  }
  await db.transaction().execute(async (tx: Transaction) => {
    if (await claimProviderEvent(tx, shopId, event)) await pollSoon(tx, shopId, payment.id)
  })
  return undefined
}
