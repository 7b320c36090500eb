import { Link } from 'react-router'

const style = 'inline-block py-1.5 wrap-anywhere underline-offset-4 hover:underline'

/** A link to a page of the shop or, where staff has set one, to another site. */
export function FooterLink({ to, children }: { to: string; children: string }) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={style}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} rel="nofollow noopener" className={style}>
      {children}
    </a>
  )
}
