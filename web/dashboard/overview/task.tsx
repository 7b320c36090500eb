import { Link } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'

interface TaskProps {
  name: string
  /** Why it matters. */
  why: string
  to: string
  /** Of the list that it leads to. */
  query: { data: { total: number } | undefined; isError: boolean }
}

/** Something that waits for somebody, with its number and the way to it. */
export function Task({ name, why, to, query: { data, isError } }: TaskProps) {
  return (
    <li className="relative rounded-xs border border-line bg-card p-4 hover:border-ink">
      {data ? (
        <p className="font-display text-3xl tabular">{data.total}</p>
      ) : isError ? (
        <p className="text-sm text-quiet">Could not be counted</p>
      ) : (
        <Skeleton className="h-9 w-16" />
      )}
      <Link to={to} className="font-medium after:absolute after:inset-0">
        {name}
      </Link>
      <p className="text-sm text-quiet">{why}</p>
    </li>
  )
}
