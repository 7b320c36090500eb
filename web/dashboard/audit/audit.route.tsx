import { useState } from 'react'
import type { JournalEntry } from '#contract/audit.ts'
import { useAudit } from '../../data/admin-audit.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { EntryDialog } from '../history/entry-dialog.tsx'
import { fieldsOf, recordOf, verbOf } from '../history/entry-words.ts'
import { AuditFilters } from './audit-filters.tsx'

/** What was changed in the dashboard, by whom and when, and the way back. */
export default function Audit() {
  const table = useTableState({ filters: ['actor', 'subject', 'subjectId', 'action', 'job', 'from', 'to'] })
  const audit = useAudit(table.query)
  const [open, setOpen] = useState<JournalEntry>()
  const shop = useShop()
  return (
    <DashboardPage title="History">
      <DataTable<JournalEntry>
        caption="Changes"
        table={table}
        query={audit}
        rowKey={({ id }) => id}
        rowName={recordOf}
        searchLabel="Search by name of the record"
        toolbar={<AuditFilters table={table} />}
        empty={<EmptyState title="No changes yet" text="Whatever is changed in the dashboard stands here." />}
        columns={[
          {
            id: 'at',
            name: 'When',
            cell: ({ at }) => (
              <time dateTime={at} className="whitespace-nowrap">
                {momentOf(at, shop)}
              </time>
            ),
          },
          {
            id: 'actor',
            name: 'Who',
            cell: ({ actor }) => <span className="wrap-anywhere">{actor.name}</span>,
          },
          { id: 'noun', name: 'What', cell: ({ noun }) => noun, optional: true },
          {
            id: 'name',
            name: 'Record',
            cell: ({ name }) => <span className="line-clamp-2 wrap-anywhere">{name}</span>,
          },
          { id: 'change', name: 'Change', cell: (entry) => <Change entry={entry} /> },
          {
            id: 'open',
            name: 'Details',
            cell: (entry) => (
              <Button
                kind="quiet"
                className="min-h-8! px-0! py-1!"
                aria-label={`Details: ${recordOf(entry)}, ${momentOf(entry.at, shop)}`}
                onClick={() => setOpen(entry)}
              >
                Details
              </Button>
            ),
          },
        ]}
      />
      {audit.data?.capped && (
        <p className="mt-2 text-sm text-quiet">
          There are more than 1,000 changes. Choose days, a person or a record to find older ones.
        </p>
      )}
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </DashboardPage>
  )
}

function Change({ entry }: { entry: JournalEntry }) {
  const { did, jobSize, revertedBy } = entry
  const notes = [jobSize > 1 && `one of ${jobSize}`, revertedBy !== null && 'reverted since'].filter(Boolean)
  return (
    <span className="wrap-anywhere">
      {verbOf(entry)}
      {did === 'update' && ` ${fieldsOf(entry)}`}
      {notes.length > 0 && <span className="text-sm text-quiet"> · {notes.join(' · ')}</span>}
    </span>
  )
}
