import { Link } from 'react-router'
import type { BookException } from '#contract/books.ts'
import { Icon } from '../../ui/icon.tsx'
import { orderPath } from '../orders/places.ts'

/** As many as a check tells of one rule. */
const most = 100

interface RuleStateProps {
  /** The rule in words. */
  name: string
  /** What breaks it; undefined: it was not checked yet. */
  found: readonly BookException[] | undefined
}

/** A rule of the books with its tick, or with all that breaks it. */
export function RuleState({ name, found }: RuleStateProps) {
  const broken = found !== undefined && found.length > 0
  return (
    <li className={`rounded-xs border bg-card p-4 ${broken ? 'border-danger' : 'border-line'}`}>
      <p className="flex items-start gap-3">
        {found === undefined ? (
          <Icon name="minus" className="size-6 text-quiet" />
        ) : broken ? (
          <Icon name="alert" className="size-6 text-danger" />
        ) : (
          <Icon name="check" className="size-6 text-success" />
        )}
        <span className={broken ? 'font-medium' : ''}>
          {name}
          <span className="sr-only">
            {found === undefined ? ': not checked yet' : broken ? `: ${found.length} not` : ': yes'}
          </span>
        </span>
      </p>
      {broken && (
        <ul className="mt-3 grid gap-3 pl-9">
          {found.map(({ text, todo, order }) => (
            <li key={text}>
              <p className="wrap-anywhere">{text}</p>
              <p className="text-sm text-quiet">
                {todo}{' '}
                {order && (
                  <Link
                    to={orderPath(order)}
                    className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
                  >
                    Order {order}
                  </Link>
                )}
              </p>
            </li>
          ))}
          {found.length >= most && (
            <li className="text-sm text-quiet">There may be more: {most} are shown.</li>
          )}
        </ul>
      )}
    </li>
  )
}
