import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useBulkOrders } from '#web/data/admin/orders.ts'
import { errorMessage } from '#web/lib/api.ts'
import { useFocus } from '#web/lib/browser/focus.ts'
import { showToast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/dashboard/panel.tsx'
import { BulkDialog } from '../list/bulk-dialog.tsx'

/** The tags of an order. Each leads to the orders that have it. */
export function TagsPanel({ order }: { order: AdminOrder }) {
  const [adding, setAdding] = useState(false)
  const bulk = useBulkOrders()
  const heading = useRef<HTMLHeadingElement>(null)
  const focus = useFocus()

  async function remove(tag: string) {
    const inputOf = () => ({ action: 'untag' as const, tags: [tag] })
    try {
      const [outcome] = await bulk.run({ numbers: [order.number], inputOf })
      if (outcome?.done) focus(() => heading.current)
      else if (outcome) showToast('error', outcome.message)
    } catch (error) {
      showToast('error', errorMessage(error))
    }
  }

  return (
    <Panel title="Tags" headingRef={heading}>
      <ul className="flex flex-wrap items-center gap-2">
        {order.tags.map((tag) => (
          <li key={tag} className="flex max-w-full items-center rounded-xs border border-line bg-ground">
            <Link
              to={dashboardLinks.orders({ tag })}
              className="min-w-0 py-1.5 pl-3 wrap-anywhere hover:underline"
            >
              {tag}
            </Link>
            <button
              type="button"
              aria-label={`Remove tag ${tag}`}
              aria-disabled={bulk.isRunning}
              onClick={() => !bulk.isRunning && void remove(tag)}
              className="grid size-9 shrink-0 cursor-pointer place-items-center text-quiet hover:text-ink"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
        <li>
          <Button kind="secondary" onClick={() => setAdding(true)}>
            Add tag
          </Button>
        </li>
      </ul>
      {adding && <BulkDialog action="tag" orders={[order]} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
