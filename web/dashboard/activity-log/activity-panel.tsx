import { useState } from 'react'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { customFieldSubjects } from '#contract/custom-fields/custom-field.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { verbOf } from './entry-labels.ts'

export interface ActivityPanelProps {
  /** The noun in the audit log, such as "product". */
  subject: string
  /** Absent: all records of the noun. */
  subjectId?: number
}

const actionOf = ({ undoRefusal }: AuditEntry) => (undoRefusal === null ? 'Undo…' : 'Details')

/** A record’s custom fields are a noun of their own, with the same ids. */
const withValues = (subject: string) =>
  customFieldSubjects.some((one) => one === subject) ? `${subject},${subject}_custom_values` : subject

const FIRST_ENTRIES = 10
const MAX_ENTRIES = 100

/** The changes of one record, newest first. Each can be undone. */
export function ActivityPanel({ subject, subjectId }: ActivityPanelProps) {
  const [limit, setLimit] = useState(FIRST_ENTRIES)
  const [open, setOpen] = useState<AuditEntry>()
  const entriesQuery = useAdminList('GET admin/audit', {
    subject: subjectId === undefined ? subject : withValues(subject),
    ...(subjectId !== undefined && { subjectId: String(subjectId) }),
    limit,
  })
  const shop = useShop()
  return (
    <Loaded query={entriesQuery} skeleton={<Skeleton className="h-80" />}>
      {({ data: entries, total }) =>
        total === 0 ? (
          <EmptyState title="No changes yet" text="Changes will be listed here." />
        ) : (
          <>
            <ol className="max-w-4xl divide-y divide-line">
              {entries.map((entry) => (
                <li key={entry.id} className="py-4">
                  <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
                    <p>
                      <span className="font-medium">{entry.actor.name}</span> {verbOf(entry)}{' '}
                      {subjectId === undefined ? entry.name : 'this'}{' '}
                      <time dateTime={entry.at} className="text-quiet">
                        {formatDateTime(entry.at, shop)}
                      </time>
                      {entry.job !== null && entry.jobSize > 1 && (
                        <span className="text-quiet"> · one of {entry.jobSize} changes of a bulk edit</span>
                      )}
                      {entry.undoneBy !== null && <span className="text-quiet"> · undone later</span>}
                    </p>
                    <Button
                      kind="quiet"
                      aria-label={`${actionOf(entry)}: ${entry.actor.name}, ${formatDateTime(entry.at, shop)}`}
                      onClick={() => setOpen(entry)}
                    >
                      {actionOf(entry)}
                    </Button>
                  </div>
                  <EntryChanges entry={entry} />
                </li>
              ))}
            </ol>
            {total > limit && limit < MAX_ENTRIES && (
              <Button kind="secondary" className="mt-4" onClick={() => setLimit(MAX_ENTRIES)}>
                Show older changes
              </Button>
            )}
            {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
          </>
        )
      }
    </Loaded>
  )
}
