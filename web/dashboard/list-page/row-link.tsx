import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface RowLinkProps {
  to: string
  className?: string
  children: ReactNode
}

/** The name of a row, which opens its page. A press anywhere else in the row does the same. */
export function RowLink({ to, className = 'wrap-anywhere', children }: RowLinkProps) {
  return (
    <Link to={to} className={`row-link font-medium underline-offset-4 hover:underline ${className}`}>
      {children}
    </Link>
  )
}
