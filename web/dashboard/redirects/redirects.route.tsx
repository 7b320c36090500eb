import { useState } from 'react'
import type { RedirectRow } from '#contract/redirects/redirect.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { redirects } from '#web/data/admin/operations/redirects.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { actionsColumn, indexColumn } from '../list-page/columns.tsx'
import { ListPage, type ListFormProps } from '../list-page/list-page.tsx'
import { AddCard } from '../record-form/add-card.tsx'
import { describeRedirect, RedirectDialog } from './redirect-dialog.tsx'

const row = {
  idOf: ({ id }: RedirectRow) => id,
  nameOf: ({ from }: RedirectRow) => from,
}

/** Lists, adds and changes redirects from old paths. */
export default function Redirects() {
  const table = useTableState({ search: 'Search redirects', sort: 'from' })
  const query = redirects.useList(table.query)
  const { remove } = redirects.useChanges()
  const [editing, setEditing] = useState<RedirectRow>()
  return (
    <>
      <ListPage<RedirectRow>
        {...row}
        title="Redirects"
        noun="redirect"
        deletion={{
          text: 'Visitors of the old path will see that the page does not exist.',
          isPending: remove.isPending,
          remove: ({ id }, _moveTo, handlers) => remove.mutate({ id }, handlers),
        }}
        form={(props) => <AddRedirect {...props} />}
        list={{
          caption: 'Redirects',
          exportUrl: dashboardLinks.listExport('redirects'),
          table,
          query,
          empty: (
            <EmptyState
              title="No redirects yet"
              text="Add the old paths of your shop, or import them, so that links and search results still work."
            />
          ),
          columns: ({ onDelete }) => [
            indexColumn,
            {
              id: 'from',
              name: 'Old path',
              sort: ['from', '-from'],
              cell: ({ from }) => <span className="font-medium wrap-anywhere">{from}</span>,
            },
            { id: 'to', name: 'New path', cell: ({ to }) => <span className="wrap-anywhere">{to}</span> },
            actionsColumn({ onEdit: setEditing, onDelete }, { ...row, subject: 'redirect' }),
          ],
        }}
      />
      {editing && <RedirectDialog redirect={editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

/** Adds a redirect. */
function AddRedirect({ onDone, firstField }: ListFormProps<RedirectRow>) {
  const { create } = redirects.useChanges()
  return (
    <AddCard
      title="Add redirect"
      of={describeRedirect(firstField)}
      draft="redirect new"
      submit={create.mutateAsync}
      onDone={onDone}
    />
  )
}
