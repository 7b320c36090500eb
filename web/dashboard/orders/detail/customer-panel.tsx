import { useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { phoneLink } from '#contract/orders/address/phone.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useCan } from '#web/data/account/permission.ts'
import { useShop } from '#web/data/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { addressText } from './contact/address-text.ts'
import { CopyButton } from './contact/copy-button.tsx'
import { MessageLinks } from './contact/message-links.tsx'
import { customerOf, OrderLink } from './order-link.tsx'

/** The customer's contact details and addresses. */
export function CustomerPanel({ order }: { order: AdminOrder }) {
  const { customer, customerPage, email, phone, shippingAddress, billingAddress, note, can, source } = order
  const { isPickUp } = order
  // The next step shows the same link while the order awaits payment.
  const customerLink = order.paymentUrl ? null : order.customerLink
  const shop = useShop()
  const isAllowed = useCan()
  const [editing, setEditing] = useState(false)
  const { company, taxId } = shippingAddress
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify({ ...billingAddress, company, taxId })
  const canOpenCustomer = isAllowed('customers')
  return (
    <Panel title="Customer">
      <p className="wrap-anywhere">
        {customerPage !== null && canOpenCustomer ? (
          <Link
            to={dashboardLinks.customer(customerPage)}
            className="inline-block py-0.5 font-medium underline underline-offset-4 hover:decoration-2"
          >
            {customer?.fullName ?? shippingAddress.fullName}
          </Link>
        ) : (
          <span className="font-medium">{customer?.fullName ?? shippingAddress.fullName}</span>
        )}
        {!customer && <span className="text-quiet"> (guest)</span>}
      </p>
      {email && (
        <p className="wrap-anywhere">
          <a href={`mailto:${email}`} className="inline-block py-0.5 underline underline-offset-4">
            {email}
          </a>{' '}
          <CopyButton text={email} noun="email" />
        </p>
      )}
      {phone && (
        <p>
          <a href={phoneLink(phone)} className="inline-block py-0.5 underline underline-offset-4">
            {phone}
          </a>{' '}
          <CopyButton text={phone} noun="phone" />
        </p>
      )}
      <MessageLinks order={order} />
      {source && <p className="mt-4 text-quiet wrap-anywhere">Ordered through {source}, an agent</p>}
      {note && (
        <p className="mt-4 rounded-xs bg-ground p-3 whitespace-pre-line wrap-anywhere">
          <span className="block text-sm text-quiet">Customer note</span>
          {note}
        </p>
      )}
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Address title={isPickUp ? 'Pick-up' : 'Delivery'} address={shippingAddress} />
        {isSame || billingAddress.lines.length === 0 ? (
          <div>
            <h3 className="font-medium">Billing</h3>
            <p className="text-quiet">{isPickUp ? 'No address' : 'Same as delivery'}</p>
          </div>
        ) : (
          <Address title="Billing" address={billingAddress} />
        )}
      </div>
      {customerLink && (
        <div className="mt-4">
          <OrderLink
            {...customerOf(order, shop)}
            label="Opens the order for the customer, who got no email"
            url={customerLink}
          />
        </div>
      )}
      {can.includes('correct') && (
        <Button kind="secondary" className="mt-4" onClick={() => setEditing(true)}>
          Edit address
        </Button>
      )}
      {editing && <AddressDialog order={order} isSame={isSame} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

function Address({ title, address }: { title: string; address: AdminOrder['shippingAddress'] }) {
  const { company, taxId, fullName, lines } = address
  return (
    <div className="min-w-0 wrap-anywhere">
      <h3 className="font-medium">
        {title} <CopyButton text={addressText(address)} noun={`${title.toLowerCase()} address`} />
      </h3>
      {[company, fullName, ...lines, taxId].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
