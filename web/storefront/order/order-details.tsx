import type { ReactNode } from 'react'
import type { OrderEvent, ShopperOrder } from '#contract/orders/order.ts'
import { useShop } from '#web/data/shop.ts'
import type { OrderAccess } from '#web/data/checkout/orders.ts'
import { exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import type { RefusedForm } from '#web/lib/on-server/form-action.ts'
import { FormAlert } from '#web/ui/form/form-alert.tsx'
import { PriceDetails } from '../totals/price-details.tsx'
import { Totals } from '../totals/totals.tsx'
import { OrderAccount } from './order-account.tsx'
import { OrderAddresses } from './order-addresses.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderStatusPanel } from './order-status.tsx'
import { formatDateTime } from '#web/lib/format/dates.ts'

interface OrderDetailsProps {
  order: ShopperOrder
  access: OrderAccess
  /** Placed a moment ago. */
  isNew: boolean
  /** Why the server refused a form that the browser sent itself. */
  refused: RefusedForm | undefined
  /** The open payment page, for a form that the browser sent itself. */
  paymentUrl: string | undefined
}

/** All details of an order: status, items, totals, addresses and history. */
export function OrderDetails({ order, access, isNew, refused, paymentUrl }: OrderDetailsProps) {
  const { locale, timeZone } = useShop()
  const format = { currency: order.currency, locale, timeZone }
  const lines = order.lines.map((line) => ({
    ...line,
    productname: [line.productname, ...Object.values(line.options)].join(', '),
  }))
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-12">
      <div className="grid min-w-0 gap-8">
        {refused && (!order.canCreateAccount || refused.values['do'] === 'confirm') && (
          <FormAlert text={refused.message} />
        )}
        <OrderStatusPanel
          order={order}
          access={access}
          isNew={isNew}
          paymentUrl={paymentUrl}
          format={format}
        />
        {order.canCreateAccount && (
          <Panel title="Create an account">
            <OrderAccount access={access} email={order.email} refused={refused} />
          </Panel>
        )}
        <Panel title="Items">
          <OrderLines lines={order.lines} format={format} />
          {order.note && <p className="mt-4 text-quiet wrap-anywhere">Your note: {order.note}</p>}
        </Panel>
        <Panel title="Order history">
          <Timeline events={order.events} />
        </Panel>
      </div>
      <div className="grid min-w-0 gap-8">
        <Panel title="Order Summary">
          <Totals
            totals={order}
            format={format}
            coupon={order.couponCode}
            discountReason={order.discountReason}
          />
          <PriceDetails lines={lines} totals={order} format={format} />
          <p className="mt-4 border-t border-line pt-4 text-quiet">{order.paymentName}</p>
          {order.credits.map(({ name, amount }) => (
            <p key={name} className="mt-1 text-quiet">
              Paid by {name.charAt(0).toLowerCase() + name.slice(1)}: {exactMoney(amount, format)}
            </p>
          ))}
          <PaidAmounts order={order} format={format} />
          {order.refunded > 0 && (
            <p className="mt-1 text-quiet">Refunded: {exactMoney(order.refunded, format)}</p>
          )}
        </Panel>
        <Panel title="Delivery and billing">
          <OrderAddresses order={order} />
        </Panel>
      </div>
    </div>
  )
}

/** What is paid and what is left to pay. A deposit is named while its rest is due on delivery. */
function PaidAmounts({ order, format }: { order: ShopperOrder; format: MoneyFormat }) {
  const { status, deposit, paid, due } = order
  const amount = (value: number) => exactMoney(value, format)
  if (deposit > 0 && due > 0) {
    const isPaid = status !== 'pending'
    return (
      <>
        <p className={`mt-1 ${isPaid ? 'text-quiet' : 'font-medium'}`}>
          {isPaid ? 'Deposit paid' : 'Deposit to pay'}: {amount(deposit)}
        </p>
        <p className="mt-1 font-medium">Due on delivery: {amount(isPaid ? due : due - deposit)}</p>
      </>
    )
  }
  return (
    <>
      {paid > 0 && <p className="mt-1 text-quiet">Paid: {amount(paid)}</p>}
      {paid > 0 && due > 0 && <p className="mt-1 font-medium">Amount due: {amount(due)}</p>}
    </>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xs bg-card p-5 sm:p-8">
      <h2 className="font-display text-2xl">{title}</h2>
      <div className="mt-5">{children}</div>
    </section>
  )
}

/** The history of an order, oldest first. */
function Timeline({ events }: { events: OrderEvent[] }) {
  const shop = useShop()
  return (
    <ol className="border-l-2 border-line">
      {events.map(({ id, at, text }) => (
        <li
          key={id}
          className="relative pb-5 pl-5 before:absolute before:top-2 before:-left-[0.4rem] before:size-2.5 before:rounded-full before:bg-edge last:pb-0 last:before:bg-ink"
        >
          <p className="wrap-anywhere">{text}</p>
          <p className="text-sm text-quiet">
            <time dateTime={at}>{formatDateTime(at, shop)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
