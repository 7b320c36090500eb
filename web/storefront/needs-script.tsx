import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { useShop } from '../data/shop.ts'

const look = 'underline underline-offset-4 wrap-anywhere'

/** What a personal page says where there is no script to fill it: how to order all the same. */
export function NeedsScript({ what }: { what: string }) {
  const { phone, email } = useShop()
  return (
    <div className="hidden max-w-[60ch] gap-3 py-6 text-lg noscript:grid">
      <p>
        {what} needs JavaScript, which is switched off in this browser. You can look at{' '}
        <Link to={links.products()} className={look}>
          all products
        </Link>{' '}
        without it.
      </p>
      <p>
        We are glad to take your order, and to answer about one,{' '}
        {phone && (
          <>
            by telephone at{' '}
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={look}>
              {phone}
            </a>
            {email && ' or '}
          </>
        )}
        {email && (
          <>
            by mail to{' '}
            <a href={`mailto:${email}`} className={look}>
              {email}
            </a>
          </>
        )}
        {!phone && !email && (
          <Link to={links.page('contact')} className={look}>
            by letter or telephone
          </Link>
        )}
        .
      </p>
    </div>
  )
}
