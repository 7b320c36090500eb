import { payOrder, refreshOrder, tellPayment } from '#contract/payment.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { askSoon, findToldPayment, takeNews } from '#server/modules/payments/index.ts'
import type { OnlineProvider, PaymentNews } from '#server/platform/online-payment.ts'
import { requireOwnOrder } from './order.routes.ts'
import { askForPayment, type Standing } from './pay.ts'
import { hearOfRefund } from './pay-back.ts'
import { slowAsking, slowCardTesting } from './payment-limits.ts'
import { applyState } from './payment-result.ts'

/** Paying at a provider, coming back from it, and what it tells by itself. */
export const paymentRoutes = [
  personalRoute(payOrder, async (which, context) => {
    await slowCardTesting(context)
    return { data: await ask(context, which, { open: true }) }
  }),

  personalRoute(refreshOrder, async (which, context) => ({
    data: await ask(context, which, { open: false }),
  })),

  personalRoute(tellPayment, async ({ provider: id }, context) => {
    const provider = context.online.find((one) => one.id === id)
    if (!provider) throw new AppError(404, 'not_found', 'There is no such provider.')
    const { body, headers } = context.signed ?? { body: Buffer.of(), headers: {} }
    const news = provider.read(body, headers)
    if (!news) throw new AppError(400, 'bad_signature', 'The signature of this message does not hold.')
    await hear(context, provider, news)
    return {}
  }),
]

async function ask(
  context: PersonalContext,
  which: Parameters<typeof requireOwnOrder>[1],
  how: { open: boolean },
): Promise<Standing> {
  const order = await requireOwnOrder(context, which)
  await slowAsking(context, order.number)
  try {
    return await askForPayment(context.db, context, order, how)
  } catch (error) {
    if (error instanceof AppError) throw error
    const message =
      'The payment page cannot be reached just now. Your order is kept: please try again in a minute.'
    throw new AppError(503, 'payment_unavailable', message, undefined, 60)
  }
}

/** The message is only the occasion: what holds is what the provider answers now. Where it does not, it is asked soon. */
async function hear(
  { db, keyedHash }: PersonalContext,
  provider: OnlineProvider,
  news: PaymentNews,
): Promise<void> {
  const { eventId, kind, reference, refund } = news
  if (refund !== undefined) return hearOfRefund(db, { keyedHash }, provider, refund)
  const payment = reference === undefined ? undefined : await findToldPayment(db, provider.id, reference)
  if (!payment || reference === undefined) return
  const told = { provider: provider.id, eventId, kind }
  const state = await provider.look(reference).catch(() => undefined)
  if (state) return applyState(db, keyedHash, payment, state, told)
  await db.transaction().execute(async (tx: Transaction) => {
    if (await takeNews(tx, payment.configId, told)) await askSoon(tx, payment.configId, payment.id)
  })
}
