import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { focusAfterWait } from '#web/lib/browser/focus.ts'
import { money } from '#web/lib/format/money.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

/** A sale at the counter. */
export interface Sale {
  number: string
  serial: string
  total: number
}

/** The last sale at the counter, with its receipt to print. The form for the next one follows. */
export function SaleDone({ sale: { number, serial, total } }: { sale: Sale }) {
  const shop = useShop()
  const { data, isError } = useAdminData('GET admin/orders/:number', { number })
  const isKnown = data !== undefined || isError
  const actions = useRef<HTMLParagraphElement>(null)
  // The sold form has lost the focus. Who types the next sale already keeps it.
  useEffect(() => {
    if (isKnown) focusAfterWait(null, actions.current?.querySelector('a'))
  }, [number, isKnown])
  return (
    <section
      aria-label="Last sale"
      className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-xs border border-line bg-card p-4 sm:p-6"
    >
      <div>
        <p role="status" className="font-medium">
          Sale {serial} is complete: {money(total, shop)}, paid and handed over.
        </p>
        {data && !data.hasInvoice && (
          <p className="mt-1 text-quiet">
            To print receipts, complete the details of the shop that the order names under Documents.
          </p>
        )}
      </div>
      <p ref={actions} className="flex min-h-control flex-wrap gap-3">
        {data?.hasInvoice && (
          <a
            href={dashboardLinks.invoice(number)}
            target="_blank"
            rel="noopener"
            className={buttonStyle('primary')}
          >
            Print receipt<span className="sr-only"> (opens in a new window)</span>
          </a>
        )}
        {isKnown && (
          <Link to={dashboardLinks.order(number)} className={buttonStyle('secondary')}>
            Open order
          </Link>
        )}
      </p>
    </section>
  )
}
