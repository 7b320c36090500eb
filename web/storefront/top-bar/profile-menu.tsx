import { Link } from 'react-router'
import { links } from '#contract/links.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icon.tsx'

/** What a visitor who is not signed in can do about an account. */
export function ProfileMenu() {
  const entry = 'block rounded-xs px-3 py-2.5 hover:bg-ground'
  return (
    <Disclosure
      label="Your account"
      icon={<Icon name="user" className="size-[24px]" />}
      group="top-bar"
      className="relative hidden sm:block"
      panelClassName="on-light absolute top-full right-0 mt-2 w-60 rounded-xs border border-line bg-card p-2 text-ink shadow-lg"
    >
      <p className="px-3 pt-2 pb-3 text-sm text-quiet">
        Sign in to see your orders and to keep your wishlist.
      </p>
      <ul>
        <li>
          <Link to={links.login()} className={entry}>
            Login
          </Link>
        </li>
        <li>
          <Link to={links.signup()} className={entry}>
            Register
          </Link>
        </li>
        <li className="mt-2 border-t border-line pt-2">
          <Link to={links.wishlist()} className={entry}>
            Wishlist
          </Link>
        </li>
      </ul>
    </Disclosure>
  )
}
