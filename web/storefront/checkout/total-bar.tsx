import type { ComponentProps } from 'react'
import { exactMoney } from '../../lib/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { Cost } from './cost.tsx'

/** The total on small screens, always in view at the bottom; it opens to all that it is made of. */
export function TotalBar(props: ComponentProps<typeof Cost>) {
  const { checkout, busy, format } = props
  return (
    <details
      data-total-bar
      className="group sticky bottom-0 z-30 -mx-(--gutter) mt-8 border-t border-line bg-card px-(--gutter) shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:hidden"
    >
      <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 focus-visible:-outline-offset-4 [&::-webkit-details-marker]:hidden">
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
