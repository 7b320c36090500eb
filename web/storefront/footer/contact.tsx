import { useShop } from '../../data/shop.ts'

/** How the shop is reached, as far as it says. */
export function Contact() {
  const { email, phone, address } = useShop()
  if (!email && !phone && !address) return null
  return (
    <address className="mt-6 text-sm text-quiet-on-deep not-italic wrap-anywhere">
      {address && <p className="whitespace-pre-line">{address}</p>}
      {phone && (
        <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={linkStyle}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={linkStyle}>
          {email}
        </a>
      )}
    </address>
  )
}

const linkStyle = 'block w-fit py-1.5 underline-offset-4 hover:underline'
