import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useShop } from '../data/shop.ts'

const linkStyle = 'underline underline-offset-4 wrap-anywhere'

/** Shown without JavaScript on pages that need it; `action` completes "Turn on JavaScript to …". */
export function NeedsScript({ action }: { action: string }) {
  const { phone, email } = useShop()
  return (
    <div className="hidden max-w-[60ch] gap-3 py-6 text-lg noscript:grid">
      <p>
        Turn on JavaScript to {action}. You can still browse{' '}
        <Link to={links.products()} className={linkStyle}>
          all products
        </Link>
        .
      </p>
      <p>
        Prefer not to? Order{' '}
        {phone && (
          <>
            by phone at{' '}
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={linkStyle}>
              {phone}
            </a>
            {email && ' or '}
          </>
        )}
        {email && (
          <>
            by email at{' '}
            <a href={`mailto:${email}`} className={linkStyle}>
              {email}
            </a>
          </>
        )}
        {!phone && !email && (
          <Link to={links.page('contact')} className={linkStyle}>
            by phone or email
          </Link>
        )}
        .
      </p>
    </div>
  )
}
