import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { whatsAppLink } from '#contract/orders/address/phone.ts'
import { useShop } from '#web/data/shop.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CopyField } from '#web/ui/copy-field.tsx'

interface OrderLinkProps {
  order: Pick<AdminOrder, 'serial' | 'phone' | 'shippingAddress'>
  label: string
  /** Opens the order for the customer. */
  url: string
}

/** A link to pass on to the customer: copied, or as a message to the phone of the order. */
export function OrderLink({ order: { serial, phone, shippingAddress }, label, url }: OrderLinkProps) {
  const { name } = useShop()
  const message = `Your order ${serial} at ${name}: ${url}`
  const chat = whatsAppLink(phone, shippingAddress.country, message)
  return (
    <CopyField label={label} text={url}>
      {chat && (
        <a href={chat} target="_blank" rel="noopener" className={buttonStyle('secondary')}>
          Send by WhatsApp<span className="sr-only"> (opens in a new window)</span>
        </a>
      )}
    </CopyField>
  )
}
