import type { RefundTarget } from '#contract/orders/payment/refund.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { insertGiftCard, lockCreditOfOrder, makeCode, storeCreditOf } from '#server/modules/credit/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { NEW_GIFT_CARD } from '../credit/credit-view.ts'
import type { OrderRow } from '../order/order.queries.ts'

/** The account that gets the money of a refund, of all payments alike. */
export interface TargetAccount {
  accountId: number
  /** “Store credit”, “New gift card”. */
  name: string
}

export const targetNames = { store_credit: 'Store credit', gift_card: NEW_GIFT_CARD } as const

/**
 * AppError 409 if the money of a locked order cannot go there: `no_account` for store credit of a guest, `no_email` for a gift card
 * that could not be sent.
 */
export function requireTarget(order: Pick<OrderRow, 'user_id' | 'email'>, target: RefundTarget): void {
  if (target === 'store_credit' && order.user_id === null) {
    const message = 'This customer ordered as a guest. Choose a new gift card instead'
    throw new AppError(409, 'no_account', message, [{ path: 'to', message }])
  }
  if (target === 'gift_card' && order.email === '') {
    const message = 'This order has no email address to send a gift card to'
    throw new AppError(409, 'no_email', message, [{ path: 'to', message }])
  }
}

/**
 * Opens the account that a refund goes to, and locks all credit of the order with it. Undefined: the money goes back to where it
 * came from. AppErrors of `requireTarget`.
 */
export async function openTarget(
  tx: Transaction,
  write: WriteContext,
  keyedHash: KeyedHash,
  { order, target }: { order: OrderRow; target: RefundTarget },
): Promise<TargetAccount | undefined> {
  const { shopId } = write
  requireTarget(order, target)
  const { id, user_id: userId, currency, email, origin } = order
  if (target === 'store_credit' && userId !== null) {
    const accountId = await storeCreditOf(tx, shopId, { userId, currency })
    await lockCreditOfOrder(tx, shopId, id, [accountId])
    return { accountId, name: targetNames.store_credit }
  }
  await lockCreditOfOrder(tx, shopId, id)
  if (target !== 'gift_card') return undefined
  const accountId = await insertGiftCard(tx, write, keyedHash, {
    code: makeCode(),
    currency,
    // The entries of the refund fill it.
    amount: 0,
    expiresAt: null,
    recipientEmail: email,
    recipientName: order.shipping_address.fullName,
    senderName: '',
    message: '',
    origin,
    orderId: id,
  })
  return { accountId, name: targetNames.gift_card }
}
