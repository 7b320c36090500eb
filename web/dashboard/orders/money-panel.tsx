import { useState } from 'react'
import type { AdminOrder } from '#contract/admin-order.ts'
import type { OrderPayment } from '#contract/order-money.ts'
import { useOrderWork } from '../../data/admin-orders.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { money } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../panel.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { Refunds } from './refunds.tsx'

const paymentWords: Record<OrderPayment['status'], string> = {
  waiting: 'waiting',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'not needed any more',
}

/** What it costs, what was paid, and what was paid back. */
export function MoneyPanel({ order }: { order: AdminOrder }) {
  const shop = useShop()
  const { currency, taxincluded, couponCode } = order
  const amount = (value: number) => money(value, { ...shop, currency })
  const sums: readonly (readonly [string, string, string?])[] = [
    ['Sub total', amount(order.subtotal)],
    ...(order.discount > 0 ? ([['Offers', amount(-order.discount)]] as const) : []),
    ...(order.coupon > 0 ? ([[`Coupon ${couponCode ?? ''}`, amount(-order.coupon)]] as const) : []),
    [order.shippingName, amount(order.shipping)],
    [taxincluded ? 'GST, included' : 'GST', amount(order.tax)],
    ['Total', amount(order.total), 'border-t border-line pt-2 font-medium'],
    ['Paid', amount(order.paid)],
    ...(order.refunded > 0 ? ([['Paid back', amount(-order.refunded)]] as const) : []),
  ]
  return (
    <Panel title="Money">
      <dl className="grid gap-2">
        {sums.map(([name, value, look = '']) => (
          <div key={name} className={`flex justify-between gap-4 ${look}`}>
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 font-medium">Payments</h3>
      <ul className="mt-2 grid gap-2 text-sm">
        {order.payments.map((payment) => (
          <Payment key={payment.id} order={order} payment={payment} amount={amount(payment.amount)} />
        ))}
        {order.payments.length === 0 && <li className="text-quiet">None.</li>}
      </ul>
      {order.refunds.length > 0 && <Refunds order={order} />}
    </Panel>
  )
}

interface PaymentProps {
  order: AdminOrder
  payment: OrderPayment
  /** In words. */
  amount: string
}

/** One attempt to be paid; where nobody knows how it ended, room to say so. */
function Payment({
  order: { number },
  payment: { id, name, status, reference, at, isUnknown },
  amount,
}: PaymentProps) {
  const shop = useShop()
  const { closePayment } = useOrderWork()
  const [asking, setAsking] = useState(false)
  return (
    <li>
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 wrap-anywhere">
          {name}: {isUnknown ? 'nobody knows yet' : paymentWords[status]}
          {reference && <span className="text-quiet"> ({reference})</span>}
        </span>
        <span className="text-quiet tabular">
          {amount}, {momentOf(at, shop)}
        </span>
      </span>
      {isUnknown && (
        <>
          <span className="block text-pretty text-quiet">
            The shop asks {name} whether it was paid, and pays back what is there, as soon as it gets an
            answer. If it never does, look there yourself.
          </span>
          <Button kind="secondary" className="mt-2" onClick={() => setAsking(true)}>
            I have looked
          </Button>
        </>
      )}
      {asking && (
        <AskDialog
          title="Is nothing of it left there?"
          text={`Say yes if ${amount} were never paid, or if you have paid them back there. The shop does not ask for them again.`}
          action="Yes, nothing is left"
          run={() => closePayment({ number, id })}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
