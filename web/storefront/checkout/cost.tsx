import type { Checkout } from '#contract/checkout.ts'
import { wordsOf } from '../../data/personal-change.ts'
import type { MoneyFormat } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { HowComputed } from '../totals/how-computed.tsx'
import { Totals } from '../totals/totals.tsx'

interface CostProps {
  checkout: Checkout
  busy: boolean
  error: Error | null
  format: MoneyFormat
  onRetry(): void
}

/** What it costs, and where that cannot be known, why. */
export function Cost({ checkout: { summary, coupon }, busy, error, format, onRetry }: CostProps) {
  return (
    <>
      <Totals totals={summary} format={format} busy={busy} coupon={coupon?.problem ? null : coupon?.code} />
      {summary.lines.length > 0 && <HowComputed lines={summary.lines} totals={summary} format={format} />}
      {error && (
        <div role="alert" className="mt-4">
          <p className="text-danger">{wordsOf(error)}</p>
          <Button kind="secondary" className="mt-3" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}
