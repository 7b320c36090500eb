import { useState } from 'react'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { CallAnswer } from '#web/lib/call.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { useHeadingOnceGone } from '#web/lib/browser/focus.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useManualOrderChanges } from '#web/data/admin/manual-orders.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Ago } from '../ago.tsx'
import { ListPage } from '../list-page/list-page.tsx'
import { actionStyle, RowActions } from '../list-page/row-actions.tsx'
import { RowLink } from '../list-page/row-link.tsx'

type Draft = CallAnswer<'GET admin/order-drafts'>['data'][number]

const newOrder = (
  <LinkButton kind="primary" href={dashboardLinks.newOrder()}>
    New order
  </LinkButton>
)

/** The orders that staff have saved and not placed. */
export default function Drafts() {
  const table = useTableState()
  const query = useAdminList('GET admin/order-drafts', table.query)
  const { remove, release } = useManualOrderChanges()
  const [released, setReleased] = useState('')
  const isHeld = ({ number, heldUntil }: Draft) => number === released && heldUntil !== null
  const leave = useHeadingOnceGone(query.data?.data.some(isHeld) ?? false)
  const shop = useShop()
  return (
    <ListPage<Draft>
      title="Draft orders"
      crumbs={[{ name: 'All orders', path: dashboardLinks.orders() }]}
      noun="draft"
      subject="order_draft"
      idOf={({ id }) => id}
      nameOf={({ customer }) => `draft for ${customer}`}
      intro={
        <p className="mb-6 max-w-prose text-quiet">
          A draft sends no email, and takes no stock unless it holds its items.
        </p>
      }
      actions={newOrder}
      deletion={{
        text: 'You can’t undo this.',
        isPending: remove.isPending,
        remove: ({ number }, _moveTo, handlers) => remove.mutate({ number }, handlers),
      }}
      list={{
        caption: 'Draft orders',
        table,
        query,
        empty: (
          <EmptyState
            icon="package"
            title="No drafts"
            text="Orders that you save as drafts will appear here."
          >
            {newOrder}
          </EmptyState>
        ),
        columns: ({ onDelete }) => [
          {
            id: 'customer',
            name: 'Customer',
            cell: ({ number, customer, email }) => (
              <span className="min-w-0 cards:text-right wrap-anywhere">
                <RowLink to={dashboardLinks.orderDraft(number)} className="inline-flex min-h-8 items-center">
                  {customer}
                </RowLink>{' '}
                <span className="text-sm text-quiet">{email}</span>
              </span>
            ),
          },
          { id: 'phone', name: 'Phone', cell: ({ phone }) => phone },
          { id: 'items', name: 'Items', align: 'end', cell: ({ quantity }) => quantity },
          { id: 'note', name: 'Note', wrap: true, cell: ({ note }) => note },
          {
            id: 'held',
            name: 'Items held until',
            cell: ({ heldUntil }) =>
              heldUntil && <time dateTime={heldUntil}>{formatDateTime(heldUntil, shop)}</time>,
          },
          { id: 'created', name: 'Created', cell: ({ createdAt }) => <Ago time={createdAt} /> },
          {
            id: 'actions',
            name: 'Actions',
            cell: (draft) => (
              <RowActions
                id={draft.id}
                name={`draft for ${draft.customer}`}
                onEdit={dashboardLinks.orderDraft(draft.number)}
                onDelete={() => onDelete(draft)}
              >
                {draft.heldUntil !== null && (
                  <button
                    type="button"
                    aria-label={`Release the items of the draft for ${draft.customer}`}
                    onClick={() => {
                      setReleased(draft.number)
                      release.mutate({ number: draft.number }, { onSuccess: leave })
                    }}
                    className={actionStyle}
                  >
                    Release
                  </button>
                )}
              </RowActions>
            ),
          },
        ],
      }}
    />
  )
}
