import { useState } from 'react'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { fieldsOf, recordOf, verbOf } from './entry-labels.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { usePeopleExport } from '../list-page/use-people-export.ts'

/** All changes in the dashboard: who changed what, and when. Each can be undone. */
export default function ActivityLog() {
  const peopleExport = usePeopleExport('audit')
  const table = useTableState({
    search: 'Search records',
    filters: ['actor', 'subject', 'subjectId', 'action', 'job', 'from', 'to'],
  })
  const audit = useAdminList('GET admin/audit', table.query)
  const [open, setOpen] = useState<AuditEntry>()
  const shop = useShop()
  return (
    <DashboardPage title="Activity log">
      <DataTable<AuditEntry>
        caption="Changes"
        {...peopleExport}
        table={table}
        query={audit}
        rowKey={({ id }) => id}
        rowName={recordOf}
        toolbar={<ActivityFilters table={table} />}
        empty={<EmptyState title="No changes yet" text="Changes made in the dashboard appear here." />}
        columns={[
          {
            id: 'at',
            name: 'When',
            cell: ({ at }) => (
              <time dateTime={at} className="whitespace-nowrap">
                {formatDateTime(at, shop)}
              </time>
            ),
          },
          {
            id: 'actor',
            name: 'Person',
            cell: ({ actor }) => <span className="wrap-anywhere">{actor.name}</span>,
          },
          { id: 'noun', name: 'Record type', cell: ({ noun }) => noun, optional: true },
          {
            id: 'name',
            name: 'Record',
            cell: ({ name }) => <span className="line-clamp-2 wrap-anywhere">{name}</span>,
          },
          { id: 'change', name: 'Change', wrap: true, cell: (entry) => <Change entry={entry} /> },
          {
            id: 'open',
            name: 'Details',
            cell: (entry) => (
              <Button
                kind="quiet"
                className="min-h-8! px-0! py-1!"
                aria-label={`Details: ${recordOf(entry)}, ${formatDateTime(entry.at, shop)}`}
                onClick={() => setOpen(entry)}
              >
                Details
              </Button>
            ),
          },
        ]}
      />
      {audit.data?.capped && (
        <p className="mt-2 text-sm text-quiet">Showing the latest 1,000. Filter to see older changes.</p>
      )}
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </DashboardPage>
  )
}

function Change({ entry }: { entry: AuditEntry }) {
  const { effect, jobSize, undoneBy } = entry
  const notes = [jobSize > 1 && `one of ${jobSize}`, undoneBy !== null && 'undone later'].filter(Boolean)
  return (
    <span className="wrap-anywhere">
      {verbOf(entry)}
      {effect === 'update' && ` ${fieldsOf(entry)}`}
      {notes.length > 0 && <span className="text-sm text-quiet"> · {notes.join(' · ')}</span>}
    </span>
  )
}
