import type { CheckoutRules } from '#server/modules/settings/index.ts'
import type { PaymentMethod } from '../payments/payment-method.ts'
import { reservationMinutes, type Holding } from './unconfirmed/holding.rules.ts'

/** Minutes to pay online by a link. A provider closes its page 24 hours after the order, and wants it open for half an hour. */
export const LINK_MINUTES = 23 * 60

/** Until when an order waits for its payment, or a cash order for its confirmation, and holds its stock. */
export function paymentDeadline(
  { kind }: Pick<PaymentMethod, 'kind'>,
  { checkout, payment }: CheckoutRules,
  { isByLink, holding }: { isByLink: boolean; holding?: Holding | undefined },
): Date {
  const onlineMinutes = isByLink ? LINK_MINUTES : checkout.reserve_minutes
  const minutes = {
    online: onlineMinutes,
    transfer: checkout.transfer_days * 24 * 60,
    // Until its customer confirms it.
    on_delivery: payment.cod_confirm_hours * 60,
  }[kind]
  return new Date(Date.now() + reservationMinutes(holding, minutes) * 60_000)
}
