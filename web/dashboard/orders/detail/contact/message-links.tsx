import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { whatsAppLink } from '#contract/orders/address/phone.ts'
import { useShop } from '#web/data/shop.ts'

const link = 'inline-block py-1 underline underline-offset-4 hover:decoration-2'

/** Writes to the customer about an order, in the programs of the staff member. */
export function MessageLinks({ order: { email, phone, serial, shippingAddress } }: { order: AdminOrder }) {
  const { name } = useShop()
  const subject = `Your order ${serial} at ${name}`
  const greeting = `Hello ${shippingAddress.fullName}, this is ${name} about your order ${serial}.`
  const whatsApp = whatsAppLink(phone, shippingAddress.country, greeting)
  if (!email && !whatsApp) return null
  return (
    <p className="flex flex-wrap gap-x-4">
      {email && (
        <a href={`mailto:${email}?subject=${encodeURIComponent(subject)}`} className={link}>
          Message by email
        </a>
      )}
      {whatsApp && (
        <a href={whatsApp} target="_blank" rel="noreferrer" className={link}>
          Message by WhatsApp<span className="sr-only"> (opens in a new window)</span>
        </a>
      )}
    </p>
  )
}
