import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Finding } from '#contract/reconciliation/reconciliation.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The server reports at most this many findings per check. */
const MAX_FINDINGS = 100

interface CheckResultProps {
  /** The rule that the check verifies: "Payments match order totals". */
  name: string
  /** Undefined before the first run. */
  findings: readonly Finding[] | undefined
}

/** The result of one integrity check: a tick, or the list of its findings. */
export function CheckResult({ name, findings }: CheckResultProps) {
  const hasFailed = findings !== undefined && findings.length > 0
  return (
    <li className={`rounded-xs border bg-card p-4 ${hasFailed ? 'border-danger' : 'border-line'}`}>
      <p className="flex items-start gap-3">
        {findings === undefined ? (
          <Icon name="minus" className="size-6 text-quiet" />
        ) : hasFailed ? (
          <Icon name="alert" className="size-6 text-danger" />
        ) : (
          <Icon name="check" className="size-6 text-success" />
        )}
        <span className={hasFailed ? 'font-medium' : ''}>
          {name}
          <span className="sr-only">
            {findings === undefined
              ? ': not checked yet'
              : hasFailed
                ? `: ${issuesText(findings.length)}`
                : ': passed'}
          </span>
        </span>
      </p>
      {hasFailed && (
        <ul className="mt-3 grid gap-3 pl-9">
          {findings.map(({ message, action, order }) => (
            <li key={message}>
              <p className="wrap-anywhere">{message}</p>
              <p className="text-sm text-quiet">
                {action}{' '}
                {order && (
                  <Link
                    to={dashboardLinks.order(order)}
                    className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
                  >
                    Order {order}
                  </Link>
                )}
              </p>
            </li>
          ))}
          {findings.length >= MAX_FINDINGS && (
            <li className="text-sm text-quiet">Only the first {MAX_FINDINGS} are shown.</li>
          )}
        </ul>
      )}
    </li>
  )
}

/** "1 issue", "3 issues". */
export const issuesText = (count: number): string => (count === 1 ? '1 issue' : `${count} issues`)
