import type { ReactNode } from 'react'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { whatsAppLink } from '#contract/orders/address/phone.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { CopyField } from '#web/ui/copy-field.tsx'

interface LinkRecipient {
  /** Of the email. */
  subject: string
  email: string
  phone: string
  /** Completes a phone number without a country code; empty: it is unknown. */
  country: string
}

/** The customer of an order, and what a message about it is called. */
export const customerOf = (
  { serial, email, phone, shippingAddress }: AdminOrder,
  shop: { name: string },
): LinkRecipient => ({
  subject: `Your order ${serial} at ${shop.name}`,
  email,
  phone,
  country: shippingAddress.country,
})

interface OrderLinkProps extends LinkRecipient {
  label: string
  /** Opens the order, or a document of it, for the customer. */
  url: string
  /** Stands before the link in the message; by default the subject. */
  message?: string
  /** Buttons before those that send the link. */
  children?: ReactNode
}

/** A link to pass on to the customer: copied, or as a message to the email address or the phone. */
export function OrderLink(props: OrderLinkProps) {
  const { subject, email, phone, country, label, url, message = subject, children } = props
  const text = `${message}: ${url}`
  const chat = whatsAppLink(phone, country, text)
  return (
    <CopyField label={label} text={url}>
      {children}
      {email && (
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          className={buttonStyle('secondary')}
        >
          Send by email
        </a>
      )}
      {chat && (
        <a href={chat} target="_blank" rel="noopener" className={buttonStyle('secondary')}>
          Send by WhatsApp<span className="sr-only"> (opens in a new window)</span>
        </a>
      )}
    </CopyField>
  )
}
