import { useState } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { OrderPayment } from '#contract/orders/payment/order-money.ts'
import { useOrderCall } from '#web/data/admin/orders.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { money } from '#web/lib/format/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { Authorization } from './authorization.tsx'
import { RefundList } from './refund-list.tsx'

const paymentStatusLabels: Record<OrderPayment['status'], string> = {
  waiting: 'waiting',
  authorized: 'authorised',
  capturing: 'being taken',
  releasing: 'being released',
  captured: 'authorised, taken',
  released: 'authorised, released',
  expired: 'authorised, expired',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Totals, payments and refunds of an order. */
export function PaymentsPanel({ order }: { order: AdminOrder }) {
  const shop = useShop()
  const { currency, taxincluded, couponCode, discountReason } = order
  const discountName = discountReason ? `Discount: ${discountReason}` : `Coupon ${couponCode ?? ''}`
  const amount = (value: number) => money(value, { ...shop, currency })
  const totals: readonly (readonly [string, string, string?])[] = [
    ['Subtotal', amount(order.subtotal)],
    ...(order.discount > 0 ? ([['Offers', amount(-order.discount)]] as const) : []),
    ...(order.coupon > 0 ? ([[discountName, amount(-order.coupon)]] as const) : []),
    [order.shippingName, amount(order.shipping - order.cashfee)],
    ...(order.cashfee > 0 ? ([['Cash on delivery fee', amount(order.cashfee)]] as const) : []),
    [taxincluded ? 'GST, included' : 'GST', amount(order.tax)],
    ['Total', amount(order.total), 'border-t border-line pt-2 font-medium'],
    ['Paid', amount(order.paid)],
    ...order.credits.map(
      (credit) => [`of it by ${credit.name}`, amount(credit.amount), 'text-quiet'] as const,
    ),
    ...(order.deposit > 0 && order.status !== 'pending' && order.paid > 0
      ? ([['of it as the deposit', amount(order.deposit), 'text-quiet']] as const)
      : []),
    ...(order.refunded > 0 ? ([['Refunded', amount(-order.refunded)]] as const) : []),
    ...(order.due > 0 ? ([['Amount due', amount(order.due), 'font-medium']] as const) : []),
  ]
  return (
    <Panel title="Payments">
      <dl className="grid gap-2">
        {totals.map(([name, value, style = '']) => (
          <div key={name} className={`flex justify-between gap-4 ${style}`}>
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {order.authorization && <Authorization order={order} authorization={order.authorization} />}
      <h3 className="mt-6 font-medium">Transactions</h3>
      <ul className="mt-2 grid gap-2 text-sm">
        {order.payments.map((payment) => (
          <Payment key={payment.id} order={order} payment={payment} amount={amount(payment.amount)} />
        ))}
        {order.payments.length === 0 && <li className="text-quiet">No payments yet.</li>}
      </ul>
      {order.refunds.length > 0 && <RefundList order={order} />}
    </Panel>
  )
}

interface PaymentProps {
  order: AdminOrder
  payment: OrderPayment
  /** Formatted. */
  amount: string
}

/** One payment attempt. Staff can close one whose status stays unknown. */
function Payment({
  order: { number },
  payment: { id, name, status, reference, at, isUnknown },
  amount,
}: PaymentProps) {
  const shop = useShop()
  const close = useOrderCall('POST admin/orders/:number/payments/:id/closed')
  const [confirming, setConfirming] = useState(false)
  return (
    <li>
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          {name}: {isUnknown ? 'status unknown' : paymentStatusLabels[status]}
          {reference && <span className="text-quiet"> ({reference})</span>}
        </span>
        <span className="text-quiet tabular">
          {amount}, {formatDateTime(at, shop)}
        </span>
      </span>
      {isUnknown && (
        <>
          <span className="block text-pretty text-quiet">
            We keep asking {name} for the status and refund any amount paid automatically. If this persists,
            check with the provider.
          </span>
          <Button kind="secondary" className="mt-2" onClick={() => setConfirming(true)}>
            I’ve checked
          </Button>
        </>
      )}
      {confirming && (
        <ActionDialog
          title="Is nothing left to refund?"
          text={`Close this payment if ${amount} was never paid, or if you have refunded it at the provider. We stop asking for its status.`}
          action="Close payment"
          isPending={close.isPending}
          onConfirm={(handlers) => close.mutate({ number, id }, handlers)}
          onClose={() => setConfirming(false)}
        />
      )}
    </li>
  )
}
