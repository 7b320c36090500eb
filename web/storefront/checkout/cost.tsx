import type { Checkout } from '#contract/orders/checkout.ts'
import { errorMessage } from '../../lib/api.ts'
import { exactMoney, type MoneyFormat } from '../../lib/format/money.ts'
import { Button } from '../../ui/button.tsx'
import { trackBottomBar } from '../../ui/track-bottom-bar.ts'
import { PriceDetails } from '../totals/price-details.tsx'
import { Totals } from '../totals/totals.tsx'
import type { ComponentProps } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface CostProps {
  checkout: Checkout
  busy: boolean
  error: Error | null
  format: MoneyFormat
  onRetry(): void
}

/** The totals, or why they could not be computed. */
export function Cost({ checkout: { summary, coupon }, busy, error, format, onRetry }: CostProps) {
  return (
    <>
      <Totals totals={summary} format={format} busy={busy} coupon={coupon?.problem ? null : coupon?.code} />
      {summary.lines.length > 0 && <PriceDetails lines={summary.lines} totals={summary} format={format} />}
      {error && (
        <div role="alert" className="mt-4">
          <p className="text-danger">{errorMessage(error)}</p>
          <Button kind="secondary" className="mt-3" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

/** The total at the bottom of small screens, which expands to the details. */
export function TotalBar(props: ComponentProps<typeof Cost>) {
  const { checkout, busy, format } = props
  return (
    <details
      ref={trackBottomBar}
      data-total-bar
      className="group sticky bottom-0 z-30 -mx-(--gutter) mt-8 border-t border-line bg-card px-(--gutter) shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:hidden"
    >
      <summary className="flex min-h-16 cursor-pointer list-none flex-wrap items-center justify-between gap-x-4 focus-visible:-outline-offset-4 [&::-webkit-details-marker]:hidden">
        <span className={`text-xl font-medium tabular ${busy ? 'opacity-50' : ''}`}>
          <span className="text-base font-normal text-quiet">Total </span>
          {exactMoney(checkout.summary.total, format)}
        </span>
        <span className="flex items-center gap-2 underline underline-offset-4">
          Details
          <Icon name="down" className="size-4 rotate-180 group-open:rotate-0" />
        </span>
      </summary>
      <div className="max-h-[60dvh] overflow-y-auto pt-2 pb-6">
        <Cost {...props} />
      </div>
    </details>
  )
}
