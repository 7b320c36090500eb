import { BY_EMAIL } from '#contract/orders/delivery/by-email.ts'
import { giftCardClass } from '#contract/tax/tax-rate.ts'
import { AppError } from '#server/http/errors.ts'
import type { DeliveryOption } from '../delivery/delivery.rules.ts'
import type { PaymentMethod } from '../payments/payment-method.ts'

/** Whether a line of a cart sells gift cards. */
export const isGiftLine = ({ taxClass }: { taxClass?: string | null }): boolean => taxClass === giftCardClass

/** The delivery of an order that only sells gift cards. It costs nothing. */
export const emailOption: DeliveryOption = {
  id: BY_EMAIL,
  name: 'By email',
  rule: { flat: 0, freeFrom: null },
  days: { from: 0, to: 0 },
  cash: false,
}

/** Whether an order only sells gift cards. */
export const isByEmail = ({ shipping_method: method }: { shipping_method: string }): boolean =>
  method === BY_EMAIL

interface GiftOrder {
  rows: readonly { taxClass?: string | null }[]
  email: string
  /** Staff place it. */
  isOfStaff: boolean
  /** Gift cards or store credit were entered. */
  hasCredit: boolean
}

/** AppError 409 `gift_card_refused` for an order that cannot sell the gift cards among its lines. */
export function requireSellable({ rows, email, isOfStaff, hasCredit }: GiftOrder): void {
  if (!rows.some(isGiftLine)) return
  if (isOfStaff)
    throw refusedSale('items', 'Gift cards are sold in the storefront. Issue one under Gift cards instead')
  if (email === '') throw refusedSale('contact.email', 'Enter an email address: the gift card is sent there')
  if (hasCredit) throw refusedSale('giftCards', NOT_BY_CREDIT)
}

/** AppError 409 `gift_card_refused` if gift cards would be issued before they are paid. */
export function requirePaidInAdvance(rows: GiftOrder['rows'], { kind }: Pick<PaymentMethod, 'kind'>): void {
  if (kind === 'on_delivery' && rows.some(isGiftLine)) throw refusedSale('paymentMethod', PAID_IN_ADVANCE)
}

/** Why an order with gift cards cannot be paid in cash on delivery. */
export const PAID_IN_ADVANCE = 'Gift cards are paid in advance, not on delivery'

/** What a checkout says where gift cards or store credit would buy gift cards. */
export const NOT_BY_CREDIT = 'Gift cards can’t be bought with gift cards or store credit. Please remove them'

function refusedSale(path: string, message: string): AppError {
  return new AppError(409, 'gift_card_refused', message, [{ path, message }])
}

/** AppError 409 for an edit of an order with gift cards. */
export const giftCardsFixed = (): AppError =>
  new AppError(
    409,
    'has_gift_cards',
    'An order with gift cards can’t be edited. Cancel it, or refund what the customer does not want',
  )
