import { Link } from 'react-router'
import { links } from '#contract/links.ts'

/** What a personal page says where there is no script to fill it. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <p className="hidden max-w-[60ch] py-6 text-lg noscript:block">
      {what} needs JavaScript, which is switched off in this browser. You can look at{' '}
      <Link to={links.products()} className="underline underline-offset-4">
        all products
      </Link>{' '}
      without it, and we are glad to take your order{' '}
      <Link to={links.page('contact')} className="underline underline-offset-4">
        by letter or telephone
      </Link>
      .
    </p>
  )
}
