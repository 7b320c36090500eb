import { useState } from 'react'
import type { z } from 'zod'
import type { JournalEntry, revertAudit } from '#contract/audit.ts'
import { useRevert } from '../../data/admin-audit.ts'
import { useShop } from '../../data/shop.ts'
import { momentOf } from '../../lib/clock.ts'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { recordOf, verbOf } from './entry-words.ts'

type Reverting = z.input<typeof revertAudit.input>

interface Refused {
  asked: Reverting
  message: string
  /** Fields that were changed since: the caller may overwrite or leave them. */
  conflicts: NonNullable<ApiError['issues']>
}

/** One change with all that it did, and the ways to take it back: a field, the record, everything done in one go. */
export function EntryDialog({ entry, onClose }: { entry: JournalEntry; onClose(): void }) {
  const shop = useShop()
  const revert = useRevert()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const { id, at, actor, did, job, jobSize, refusal, changes } = entry

  async function take(asked: Reverting) {
    setBusy(true)
    setRefused(undefined)
    try {
      const { message } = await revert(asked)
      showToast('success', message)
      onClose()
    } catch (error) {
      const conflicts =
        error instanceof ApiError && error.code === 'changed_since' ? (error.issues ?? []) : []
      const message = serverMessage(error) ?? 'This could not be reverted. Please try again.'
      setRefused({ asked, message, conflicts })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title={`${actor.name} ${verbOf(entry)} ${recordOf(entry)}`} onClose={onClose}>
      <p className="mb-4 text-quiet">{momentOf(at, shop)}</p>
      <EntryChanges
        entry={entry}
        action={(change) =>
          did === 'update' &&
          refusal === null &&
          change.kept === null &&
          changes.length > 1 && (
            <Button
              kind="quiet"
              className="min-h-6! px-0! py-0!"
              disabled={busy}
              onClick={() => void take({ entry: id, fields: [change.field] })}
            >
              Revert {change.name}
            </Button>
          )
        }
      />
      {[...new Set(changes.flatMap(({ kept }) => kept ?? []))].map((why) => (
        <p key={why} className="mt-3 text-sm text-quiet">
          {why}.
        </p>
      ))}
      {refusal !== null && <p className="mt-4 text-sm text-quiet">{refusal}.</p>}
      {refused && <Refusal {...refused} busy={busy} onAgain={(asked) => void take(asked)} />}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
        {refusal === null && job !== null && jobSize > 1 && (
          <Button kind="secondary" disabled={busy} onClick={() => void take({ job })}>
            Revert all {jobSize} changes of this job
          </Button>
        )}
        {refusal === null && (
          <Button disabled={busy} onClick={() => void take({ entry: id })}>
            {labels[did]}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const labels = { create: 'Revert: delete it', update: 'Revert this change', delete: 'Revert: bring it back' }

interface RefusalProps extends Refused {
  busy: boolean
  onAgain(asked: Reverting): void
}

/** How many conflicts are told one by one. */
const told = 10

function Refusal({ asked, message, conflicts, busy, onAgain }: RefusalProps) {
  const overwrite = [...(asked.overwrite ?? []), ...conflicts.map(({ path }) => path)]
  return (
    <div role="alert" className="mt-4 border-l-4 border-warning bg-ground p-4">
      <p className="font-medium">{message}</p>
      {conflicts.length > 0 && (
        <>
          <ul className="mt-2 list-disc pl-5 text-sm wrap-anywhere">
            {conflicts.slice(0, told).map((conflict) => (
              <li key={conflict.path}>{conflict.message}</li>
            ))}
            {conflicts.length > told && <li>and {conflicts.length - told} more</li>}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button kind="quiet" disabled={busy} onClick={() => onAgain({ ...asked, overwrite })}>
              Overwrite what was changed since
            </Button>
            <Button kind="quiet" disabled={busy} onClick={() => onAgain({ ...asked, leave: true })}>
              Leave that, revert the rest
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
