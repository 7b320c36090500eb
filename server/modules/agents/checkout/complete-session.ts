import {
  findSession,
  lockSession,
  type SentAddress,
  type Session,
  type SessionKey,
  bindOrder,
  updateSession,
} from '#server/modules/checkout-sessions/index.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import {
  admitPlatformOrder,
  findOrderById,
  limitPaymentPages,
  placeForPlatform,
  providersOf,
  tryToOpenPaymentPage,
} from '#server/modules/orders/index.ts'
import { readAddress } from './address.rules.ts'
import type { Problem } from './problem.ts'
import { ensureOrderTarget } from '#server/modules/webhooks/index.ts'
import { deliveryPrice, quoteSession, type SessionQuote } from './quote-session.ts'

/** A session after an attempt to order it. It has an order, or it is as open as before. */
export interface Completion {
  session: Session
  /** Why there is no order, as far as the session itself does not say it. */
  problems: readonly Problem[]
}

/** How the buyer pays. */
export interface ChosenPayment {
  /** A payment method of the shop. */
  method: string
  /** The index of the instrument in what the platform sent. */
  instrument: number
  /** Where the invoice goes; undefined: to the address of the delivery. */
  billing: Omit<SentAddress, 'id'> | undefined
}

/**
 * Orders a session with a payment method of the shop. The lock of its row lets one attempt in at a time, so that a session has one
 * order at most. Undefined if the platform has no such session. AppError 429 for too many orders.
 */
export async function completeSession(
  context: PersonalContext,
  key: SessionKey,
  payment: ChosenPayment,
): Promise<Completion | undefined> {
  const { method } = payment
  const { db, services } = context
  const before = await findSession(db, key)
  if (before?.state !== 'open') return before && { session: before, problems: [] }
  const { offered } = await providersOf(context)
  const isOnline = offered.some(({ id }) => id === method)
  if (isOnline) await limitPaymentPages(context)
  const holdsEmail = await admitPlatformOrder(context, before.input.buyer?.email?.toLowerCase() ?? '')
  const completion = await orderOnce(context, key, { ...payment, holdsEmail })
  const orderId = completion?.session.orderId ?? null
  if (isOnline && orderId !== null)
    await tryToOpenPaymentPage(db, services, await findOrderById(db, key.shopId, orderId))
  return completion
}

async function orderOnce(
  context: PersonalContext,
  key: SessionKey,
  { method, instrument, billing, holdsEmail }: ChosenPayment & { holdsEmail: boolean },
): Promise<Completion | undefined> {
  try {
    return await context.db.transaction().execute(async (tx): Promise<Completion | undefined> => {
      const session = await lockSession(tx, key)
      if (session?.state !== 'open') return session && { session, problems: [] }
      const quote = await quoteSession({ ...context, db: tx }, session.input, { forOrder: true })
      const invoiced = billing
        ? readAddress(billing, session.input.buyer ?? {}, { kind: 'billing', instrument })
        : { problems: [] }
      const problem = problemOf(session, quote, method)
      if (problem === 'its own') return { session, problems: invoiced.problems }
      if (problem) {
        // The answer shows the present total, which the next attempt may order.
        const shownTotal = quote.totals.total
        const shown = await updateSession(tx, key, { ...session.input, shownTotal })
        return { session: shown, problems: [problem] }
      }
      if (invoiced.problems.length > 0) return { session, problems: invoiced.problems }
      const { contact, address, delivery, coupon, rows, rules, online } = quote
      if (!contact || !address || !delivery) return { session, problems: [] }
      const { orderId } = await placeForPlatform(tx, context, {
        platformId: key.platformId,
        input: {
          contact,
          shipping: address,
          billing: invoiced.address,
          shippingMethod: delivery.selected,
          paymentMethod: method,
          coupon: coupon?.coupon.code,
          note: null,
          expectedTotal: null,
        },
        basis: { rows, rules, coupon: coupon?.coupon, online },
        holdsEmail,
      })
      const { shopId, platformId } = key
      const url = session.webhookUrl
      if (url !== null) await ensureOrderTarget(tx, { shopId, platformId, url })
      const deliveryDiscount = coupon?.coupon.kind === 'free_delivery' ? deliveryPrice(delivery) : 0
      if (deliveryDiscount > 0) await updateSession(tx, key, { ...session.input, deliveryDiscount })
      return { session: await bindOrder(tx, key, orderId), problems: [] }
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error
    const session = await findSession(context.db, key)
    return session && { session, problems: [refused(error)] }
  }
}

/** Why the session is not ordered now; `its own`: its view says it. */
function problemOf(
  { input }: Session,
  { problems, payment, totals }: SessionQuote,
  method: string,
): Problem | 'its own' | undefined {
  if (problems.some(({ solvedBy }) => solvedBy !== 'none')) return 'its own'
  if (!payment.some(({ id }) => id === method))
    return {
      code: 'payment_failed',
      text: 'This order can’t be paid like this. Choose another payment method.',
      about: { kind: 'payment' },
      solvedBy: 'platform',
    }
  if (input.shownTotal === undefined || input.shownTotal === totals.total) return undefined
  return {
    code: 'total_changed',
    text: 'The total has changed. Show it to the buyer, then complete the checkout again.',
    about: { kind: 'payment' },
    solvedBy: 'platform',
  }
}

/** A refusal of the order itself: another order took the last unit, the coupon was used up, or too much is held unpaid. */
function refused({ code, message, issues }: AppError): Problem {
  const isStock = code === 'out_of_stock'
  return {
    code: isStock ? 'out_of_stock' : code,
    text: issues?.[0]?.message ?? message,
    about: { kind: isStock ? 'lines' : 'payment' },
    solvedBy: 'platform',
  }
}
