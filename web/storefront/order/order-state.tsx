import { links } from '#contract/links.ts'
import type { ShopperOrder } from '#contract/order.ts'
import type { WhichOrder } from '../../data/orders.ts'
import { dayRange, longMomentOf, type Clock } from '../../lib/clock.ts'
import { exactMoney, type MoneyFormat } from '../../lib/money.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { CancelOrder } from './cancel-order.tsx'
import { PayNow } from './pay-now.tsx'
import { statusWords } from './status-words.ts'

interface OrderStateProps {
  order: ShopperOrder
  which: WhichOrder
  isNew: boolean
  format: MoneyFormat & Clock
}

const link = 'font-medium underline underline-offset-4 hover:decoration-2 wrap-anywhere'

/** How an order stands, and what can be done now. */
export function OrderState({ order, which, isNew, format }: OrderStateProps) {
  const { status, delivery } = order
  return (
    <section aria-label="Status" className="rounded-xs bg-card p-5 sm:p-8">
      <h2 className="font-display text-2xl">{statusWords[status]}</h2>
      <div className="mt-3 grid max-w-[60ch] gap-3 text-lg text-pretty text-quiet">
        {delivery && status !== 'pending' && (
          <p>Your parcel should arrive {dayRange(new Date(delivery.from), new Date(delivery.to), format)}.</p>
        )}
        <Tracking order={order} />
        {isOwed(order) && (
          <p>
            {exactMoney(order.paid - order.refunded, format)} of what you have paid are not back with you yet.
            We look after it: you do not have to do anything.
          </p>
        )}
        {isNew && !order.canPay && <Keeping order={order} />}
      </div>
      <HowToPay order={order} format={format} />
      <p className="mt-6 flex flex-wrap items-center gap-3 empty:hidden">
        {order.canPay && <PayNow which={which} />}
        {order.hasInvoice && (
          <a
            href={links.invoice(which.number, which.accessToken)}
            className={buttonStyle('secondary')}
            download
          >
            Invoice (PDF)
          </a>
        )}
        {order.canCancel && <CancelOrder which={which} isPaid={order.paid > 0} />}
      </p>
    </section>
  )
}

/** It is over, and money is still here: its way back has failed. */
const isOwed = ({ status, paid, refunded }: ShopperOrder) =>
  ['cancelled', 'refunded'].includes(status) && paid > refunded

/** How to come back to an order that was placed a moment ago. */
function Keeping({ order: { isMailed, email } }: { order: ShopperOrder }) {
  return (
    <p className="wrap-anywhere">
      {isMailed
        ? `A mail with everything about it is on its way to ${email}.`
        : 'We send no mails at the moment. Please keep the address of this page: it opens your order again.'}
    </p>
  )
}

function Tracking({ order: { carrier, tracking, trackingUrl } }: { order: ShopperOrder }) {
  if (!carrier && !tracking) return null
  const words = [carrier, tracking].filter(Boolean).join(', ')
  return (
    <p>
      {trackingUrl ? (
        <>
          Follow the parcel:{' '}
          <a href={trackingUrl} rel="noopener noreferrer" target="_blank" className={link}>
            {words}
            <span className="sr-only"> (opens a new window)</span>
          </a>
        </>
      ) : (
        `Parcel: ${words}`
      )}
    </p>
  )
}

/** Of orders that wait for their money. */
function HowToPay({ order, format }: { order: ShopperOrder; format: OrderStateProps['format'] }) {
  const { paymentText, payUntil, status, total, number } = order
  if (status !== 'pending') return null
  const until = payUntil && longMomentOf(payUntil, format)
  return (
    <div className="mt-5 rounded-xs bg-ground p-4 sm:p-5">
      <p className="font-medium">
        Please pay {exactMoney(total, format)}
        {until && ` by ${until}`}.
      </p>
      {paymentText && (
        <>
          <p className="mt-2">Say the number of the order in the transfer: {number}</p>
          <p className="mt-2 whitespace-pre-line wrap-anywhere">{paymentText}</p>
        </>
      )}
      <p className="mt-2 text-quiet">Until then we keep everything for you.</p>
    </div>
  )
}
