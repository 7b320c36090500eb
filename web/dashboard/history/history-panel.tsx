import { useState } from 'react'
import type { JournalEntry } from '#contract/audit.ts'
import { useHistory } from '../../data/admin-audit.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { verbOf } from './entry-words.ts'

export interface HistoryPanelProps {
  /** The noun of the journal: "product". */
  subject: string
  /** Of the record; absent: all records of the noun. */
  subjectId?: number
}

const nameOf = ({ refusal }: JournalEntry) => (refusal === null ? 'Revert…' : 'Details')

const atFirst = 10
const most = 100

/** What has happened to one record, the newest first, each with a way to take it back: the History tab. */
export function HistoryPanel({ subject, subjectId }: HistoryPanelProps) {
  const [limit, setLimit] = useState(atFirst)
  const [open, setOpen] = useState<JournalEntry>()
  const history = useHistory(subject, subjectId, limit)
  const shop = useShop()
  return (
    <Loaded query={history} skeleton={<Skeleton className="h-80" />}>
      {({ data: entries, total }) =>
        total === 0 ? (
          <EmptyState title="No changes yet" text="Whatever is changed here from now on is kept." />
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
                        {momentOf(entry.at, shop)}
                      </time>
                      {entry.job !== null && entry.jobSize > 1 && (
                        <span className="text-quiet"> · one of {entry.jobSize} changes in one go</span>
                      )}
                      {entry.revertedBy !== null && <span className="text-quiet"> · reverted since</span>}
                    </p>
                    <Button
                      kind="quiet"
                      aria-label={`${nameOf(entry)}: ${entry.actor.name}, ${momentOf(entry.at, shop)}`}
                      onClick={() => setOpen(entry)}
                    >
                      {nameOf(entry)}
                    </Button>
                  </div>
                  <EntryChanges entry={entry} />
                </li>
              ))}
            </ol>
            {total > limit && limit < most && (
              <Button kind="secondary" className="mt-4" onClick={() => setLimit(most)}>
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
