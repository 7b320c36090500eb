import { links } from '#contract/links.ts'
import type { ShopperOrder } from '#contract/orders/order.ts'
import { usePayOrder, type OrderAccess } from '#web/data/checkout/orders.ts'
import { trackingLine } from '#web/data/tracking-line.ts'
import type { DateFormat } from '#web/lib/format/dates.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CancelOrder } from './cancel-order.tsx'
import { ConfirmOrder } from './confirm-order.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { OtherPayments } from './other-payments.tsx'
import { OrderAgain } from './order-again.tsx'
import { OrderProgress } from './order-progress.tsx'
import { orderStatusLabels } from './order-status-labels.ts'
import { errorMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

interface OrderStatusPanelProps {
  order: ShopperOrder
  access: OrderAccess
  isNew: boolean
  /** The open payment page, if the browser has asked for it by itself. */
  paymentUrl: string | undefined
  format: MoneyFormat & DateFormat
}

const link = 'font-medium underline underline-offset-4 hover:decoration-2 wrap-anywhere'

/** The status of an order with its next actions. */
export function OrderStatusPanel({ order, access, isNew, paymentUrl, format }: OrderStatusPanelProps) {
  const { status, delivery } = order
  const refund = refundText(order, format)
  // The days of the packages are newer than what the order was promised.
  const hasDays = status === 'shipped' && order.shipments.every(({ expectedOn }) => expectedOn !== null)
  return (
    <section aria-label="Status" className="rounded-xs bg-card p-5 sm:p-8">
      <h2 className="font-display text-2xl">
        {order.isPartlyShipped
          ? 'Part of your order is on its way'
          : order.confirmation !== 'none'
            ? 'To confirm'
            : (pickUpLabel(order) ?? orderStatusLabels[status])}
      </h2>
      <OrderProgress order={order} format={format} />
      <div className="mt-5 grid max-w-[60ch] gap-3 text-lg text-pretty text-quiet">
        {delivery && status !== 'pending' && !hasDays && <p>Your package should arrive {delivery.text}.</p>}
        <Shipments order={order} format={format} />
        {refund && <p>{refund}</p>}
        {order.invoiceFollows && <p>Your invoice will appear here.</p>}
        {isNew && !order.canPay && order.confirmation === 'none' && <ConfirmationNotice order={order} />}
      </div>
      <ConfirmOrder order={order} access={access} format={format} />
      <HowToPay order={order} format={format} />
      <OtherPayments order={order} access={access} format={format} />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {order.canPay && <PayNow access={access} paymentUrl={paymentUrl} />}
        {order.hasInvoice && (
          <a
            href={links.invoice(access.number, access.accessToken)}
            className={buttonStyle('secondary')}
            download
          >
            Invoice (PDF)
          </a>
        )}
        {order.creditNotes.map(({ serial, number }) => (
          <a
            key={serial}
            href={links.creditNote(access.number, serial, access.accessToken)}
            className={buttonStyle('secondary')}
            download
          >
            Credit note {number} (PDF)
          </a>
        ))}
        <OrderAgain access={access} />
        {(status === 'shipped' || status === 'delivered') && (
          <LinkButton href={links.orderReturn(access.number, access.accessToken)}>Return items</LinkButton>
        )}
        {order.canCancel && <CancelOrder access={access} isPaid={order.paid > 0} />}
      </div>
    </section>
  )
}

/** The status of an order that the customer comes for. */
function pickUpLabel({ isPickUp, status, readyAt }: ShopperOrder): string | undefined {
  if (!isPickUp) return undefined
  if (status === 'confirmed' && readyAt) return 'Ready for pick-up'
  return status === 'delivered' ? 'Picked up' : undefined
}

/** Tells how to return to a new order. */
function ConfirmationNotice({ order: { isEmailed, email } }: { order: ShopperOrder }) {
  return (
    <p className="wrap-anywhere">
      {isEmailed
        ? `We’ve sent a confirmation to ${email}.`
        : 'We can’t send email right now. Bookmark this page to return to your order.'}
    </p>
  )
}

/** The packages of an order with their tracking. Several of them, or one of more to come, also say what they contain. */
function Shipments({
  order: { shipments, isPartlyShipped },
  format,
}: {
  order: ShopperOrder
  format: DateFormat
}) {
  const saysItems = isPartlyShipped || shipments.length > 1
  return shipments.map((shipment, index) => {
    const { id, carrier, trackingNumber, trackingUrl, expectedText, state, lines, events } = shipment
    const [latest] = events
    const label = [carrier, trackingNumber].filter(Boolean).join(', ')
    const name = saysItems ? `Package ${index + 1}` : 'Package'
    const expected = state === 'delivered' ? '' : expectedText
    if (!saysItems && !label && !trackingUrl && !expected) return null
    return (
      <div key={id}>
        <p className="wrap-anywhere">
          {trackingUrl ? (
            <>
              {saysItems ? `Track package ${index + 1}: ` : 'Track your package: '}
              <a href={trackingUrl} rel="noopener noreferrer" target="_blank" className={link}>
                {label || trackingUrl}
                <span className="sr-only"> (opens a new window)</span>
              </a>
            </>
          ) : label ? (
            `${name}: ${label}`
          ) : (
            name
          )}
          {saysItems && state === 'delivered' && ', delivered'}
        </p>
        {expected && <p>Expected on {expected}</p>}
        {latest && <p className="text-base wrap-anywhere">{trackingLine(latest, format)}</p>}
        {saysItems && (
          <p className="text-base wrap-anywhere">
            {lines.map(({ quantity, productname }) => `${quantity} × ${productname}`).join(', ')}
          </p>
        )}
      </div>
    )
  })
}

/** Opens the payment page of the provider. */
function PayNow({ access, paymentUrl: openUrl }: { access: OrderAccess; paymentUrl: string | undefined }) {
  const { mutate, isPending, isSuccess, data, error } = usePayOrder(access)
  const isLeaving = isSuccess && data.data.paymentUrl !== null
  const isProcessing = isSuccess && data.data.paymentUrl === null && data.data.status === 'pending'
  const message = error
    ? errorMessage(error)
    : isProcessing && 'You’ve already paid. We’re waiting for confirmation.'

  function pay() {
    if (isPending || isLeaving) return
    mutate(undefined, {
      onSuccess({ data: { paymentUrl } }) {
        if (paymentUrl) location.assign(paymentUrl)
      },
    })
  }

  if (openUrl) {
    return (
      <a href={openUrl} className={buttonStyle('primary')}>
        Continue to payment
      </a>
    )
  }
  return (
    <>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          pay()
        }}
      >
        <Button type="submit" name="do" value="pay" aria-disabled={isPending || isLeaving}>
          {isPending || isLeaving ? 'One moment…' : 'Pay now'}
        </Button>
      </form>
      {message && (
        <span role="alert" className="order-last basis-full text-danger">
          {message}
        </span>
      )}
    </>
  )
}

/** The same for an order that gift cards or store credit have paid in part or in full, which have their part at once. */
function creditRefundText({ status, paid, refunded, credits }: ShopperOrder, format: MoneyFormat): string {
  const amount = (value: number) => exactMoney(value, format)
  const back = credits
    .filter(({ givenBack }) => givenBack > 0)
    .map(
      ({ name, givenBack }) =>
        `${amount(givenBack)} is back on your ${name.charAt(0).toLowerCase()}${name.slice(1)}.`,
    )
  const others = refunded - credits.reduce((sum, { givenBack }) => sum + givenBack, 0)
  const isOpen = (status === 'cancelled' || status === 'refunded') && paid > refunded
  return [
    ...back,
    ...(others > 0
      ? [`${amount(others)} goes back another way. Your bank may take a few days to show it.`]
      : []),
    ...(isOpen ? [`${amount(paid - refunded)} is still being refunded.`] : []),
  ].join(' ')
}

/** What happens with the money of an order that has ended or was refunded in part; empty for any other. */
function refundText(order: ShopperOrder, format: MoneyFormat): string {
  const { status, paid, refunded, credits, deposit } = order
  // Cash on delivery is no way to send a deposit back.
  const way = deposit > 0 ? '' : ` (${order.paymentName})`
  if (credits.length > 0) return creditRefundText(order, format)
  const hasEnded = status === 'cancelled' || status === 'refunded'
  if (hasEnded && paid > refunded) {
    const amount = exactMoney(paid - refunded, format)
    return `Your refund of ${amount} is being processed. It goes back the way you paid${way}. You don’t need to do anything.`
  }
  if (refunded > 0)
    return `We’ve refunded ${exactMoney(refunded, format)} the way you paid${way}. Your bank may take a few days to show it.`
  return status === 'cancelled' ? 'You haven’t been charged, and you don’t need to pay anything.' : ''
}
