import type { ReactNode } from 'react'
import type { ShopperOrder } from '#contract/order.ts'
import { useShop } from '../../data/shop.ts'
import type { WhichOrder } from '../../data/orders.ts'
import { exactMoney } from '../../lib/money.ts'
import { HowComputed } from '../totals/how-computed.tsx'
import { Totals } from '../totals/totals.tsx'
import { OrderAddresses } from './order-addresses.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderState } from './order-state.tsx'
import { Timeline } from './timeline.tsx'

interface OrderDetailsProps {
  order: ShopperOrder
  which: WhichOrder
  /** It was placed a moment ago. */
  isNew: boolean
}

/** Everything about an order: how it stands, what is in it, what it costs, where it goes. */
export function OrderDetails({ order, which, isNew }: OrderDetailsProps) {
  const { locale, timeZone } = useShop()
  const format = { currency: order.currency, locale, timeZone }
  const lines = order.lines.map((line) => ({
    ...line,
    productname: [line.productname, ...Object.values(line.options)].join(', '),
  }))
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
      <div className="grid min-w-0 gap-8">
        <OrderState order={order} which={which} isNew={isNew} format={format} />
        <Part title="What you have ordered">
          <OrderLines lines={order.lines} format={format} />
          {order.coupon > 0 && (
            <p className="mt-3 text-sm text-quiet">
              Each amount is what is left after its share of the coupon.
            </p>
          )}
          {order.note && <p className="mt-4 text-quiet wrap-anywhere">Your note: {order.note}</p>}
        </Part>
        <Part title="What has happened">
          <Timeline events={order.events} />
        </Part>
      </div>
      <div className="grid min-w-0 gap-8">
        <Part title="Order Summary">
          <Totals totals={order} format={format} coupon={order.couponCode} />
          <HowComputed lines={lines} totals={order} format={format} />
          <p className="mt-4 border-t border-line pt-4 text-quiet">{order.paymentName}</p>
          {order.paid > 0 && <p className="mt-1 text-quiet">Paid: {exactMoney(order.paid, format)}</p>}
          {order.refunded > 0 && (
            <p className="mt-1 text-quiet">Paid back: {exactMoney(order.refunded, format)}</p>
          )}
        </Part>
        <Part title="Delivery and bill">
          <OrderAddresses order={order} />
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xs bg-card p-5 sm:p-8">
      <h2 className="font-display text-2xl">{title}</h2>
      <div className="mt-5">{children}</div>
    </section>
  )
}
