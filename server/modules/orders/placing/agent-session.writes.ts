import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { ensureOrderTarget } from '#server/modules/webhooks/index.ts'
import { bindOrder, lockSessionById, type Session } from '#server/modules/checkout-sessions/index.ts'

/**
 * The session of an agent that its buyer completes on the pages of the shop, locked against its platform. Undefined for one that
 * has ended without an order: the buyer may still order. AppError 409 `session_ordered` if it has an order.
 */
export async function claimSession(
  tx: Transaction,
  shopId: number,
  id: string,
): Promise<Session | undefined> {
  const session = await lockSessionById(tx, shopId, id)
  if (session?.state === 'ordered')
    throw new AppError(409, 'session_ordered', 'Your assistant has already placed this order.')
  return session?.state === 'open' ? session : undefined
}

/** Ends the session with the order, and has its platform hear of it. */
export async function endSession(
  tx: Transaction,
  shopId: number,
  { id, platformId, webhookUrl }: Session,
  orderId: number,
): Promise<void> {
  if (webhookUrl !== null) await ensureOrderTarget(tx, { shopId, platformId, url: webhookUrl })
  await bindOrder(tx, { shopId, id }, orderId)
}
