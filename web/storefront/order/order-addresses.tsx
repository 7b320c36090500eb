import type { ShopperOrder } from '#contract/orders/order.ts'

/** Delivery address, billing address and contact. */
export function OrderAddresses({ order }: { order: ShopperOrder }) {
  const { shippingAddress, billingAddress, email, phone, shippingName } = order
  const { isPickUp } = order
  const isSame = JSON.stringify(shippingAddress) === JSON.stringify(billingAddress)
  return (
    <div className="grid gap-5 wrap-anywhere">
      <div>
        <h3 className="font-medium">{isPickUp ? 'Pick-up at' : `${shippingName} to`}</h3>
        <AddressLines address={shippingAddress} />
      </div>
      <div>
        <h3 className="font-medium">Bill to</h3>
        {isSame || billingAddress.lines.length === 0 ? (
          <p className="text-quiet">{isPickUp ? billingAddress.fullName : 'Same as delivery address'}</p>
        ) : (
          <AddressLines address={billingAddress} />
        )}
      </div>
      <div>
        <h3 className="font-medium">Contact</h3>
        <p className="text-quiet">{email}</p>
        <p className="text-quiet">{phone}</p>
      </div>
    </div>
  )
}

function AddressLines({ address }: { address: ShopperOrder['shippingAddress'] }) {
  const { company, taxId, fullName, lines } = address
  return (
    <address className="leading-relaxed text-quiet not-italic">
      {[company, fullName, ...lines, taxId].filter(Boolean).map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
    </address>
  )
}
