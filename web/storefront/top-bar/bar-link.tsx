import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface BarLinkProps {
  to: string
  /** Further addresses that belong to this link. */
  within?: RegExp
  children: ReactNode
}

/** A main link of the top bar; underlined where the shopper is in its part of the shop. */
export function BarLink({ to, within, children }: BarLinkProps) {
  const { pathname } = useLocation()
  const here = pathname === to
  return (
    <Link
      to={to}
      aria-current={here ? 'page' : within?.test(pathname) ? 'true' : undefined}
      className="bar-link relative flex h-[44px] items-center px-3 text-[min(1rem,20px)] text-quiet-on-deep transition-colors duration-150 hover:text-white aria-[current]:text-white"
    >
      {children}
    </Link>
  )
}
