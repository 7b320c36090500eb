import { useState } from 'react'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { useUndo, type UndoInput } from '#web/data/admin/audit.ts'
import { useShop } from '#web/data/shop.ts'
import { ApiError, errorMessage } from '#web/lib/api.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EntryChanges } from './entry-changes.tsx'
import { recordOf, verbOf } from './entry-labels.ts'

const undoLabels = { create: 'Undo (delete)', update: 'Undo this change', delete: 'Restore' }

/** A change with all its fields. Undoes one field, the change, or all changes of a bulk edit. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const shop = useShop()
  const undo = useUndo()
  const [lastInput, setLastInput] = useState<UndoInput>()
  const { id, at, actor, effect, job, jobSize, undoRefusal, changes } = entry
  const canUndo = undoRefusal === null

  function run(input: UndoInput) {
    setLastInput(input)
    undo.mutate(input, { onSuccess: onClose, onError: () => true })
  }

  return (
    <Dialog title={`${actor.name} ${verbOf(entry)} ${recordOf(entry)}`} onClose={onClose}>
      <p className="mb-4 text-quiet">{formatDateTime(at, shop)}</p>
      <EntryChanges
        entry={entry}
        action={(change) =>
          effect === 'update' &&
          canUndo &&
          change.undoRefusal === null &&
          changes.length > 1 && (
            <Button
              kind="quiet"
              className="min-h-6! px-0! py-0!"
              disabled={undo.isPending}
              onClick={() => run({ entry: id, fields: [change.field] })}
            >
              Undo {change.name}
            </Button>
          )
        }
      />
      {[...new Set(changes.flatMap(({ undoRefusal: reason }) => reason ?? []))].map((reason) => (
        <p key={reason} className="mt-3 text-sm text-quiet">
          {reason}.
        </p>
      ))}
      {!canUndo && <p className="mt-4 text-sm text-quiet">{undoRefusal}.</p>}
      {undo.error && lastInput && (
        <UndoError error={undo.error} input={lastInput} isPending={undo.isPending} onRetry={run} />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
        {canUndo && job !== null && jobSize > 1 && (
          <Button kind="secondary" disabled={undo.isPending} onClick={() => run({ job })}>
            Undo all {jobSize} changes of this bulk edit
          </Button>
        )}
        {canUndo && (
          <Button disabled={undo.isPending} onClick={() => run({ entry: id })}>
            {undoLabels[effect]}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface UndoErrorProps {
  error: Error
  input: UndoInput
  isPending: boolean
  onRetry(input: UndoInput): void
}

const MAX_LISTED_CONFLICTS = 10

/** Why an undo failed. If fields were changed since, it offers to overwrite or to keep those changes. */
function UndoError({ error, input, isPending, onRetry }: UndoErrorProps) {
  const conflicts = error instanceof ApiError && error.code === 'undo_conflict' ? (error.issues ?? []) : []
  const overwrite = [...(input.overwrite ?? []), ...conflicts.map(({ path }) => path)]
  return (
    <div role="alert" className="mt-4 border-l-4 border-warning bg-ground p-4">
      <p className="font-medium">{errorMessage(error, 'This could not be undone. Please try again.')}</p>
      {conflicts.length > 0 && (
        <>
          <ul className="mt-2 list-disc pl-5 text-sm wrap-anywhere">
            {conflicts.slice(0, MAX_LISTED_CONFLICTS).map((conflict) => (
              <li key={conflict.path}>{conflict.message}</li>
            ))}
            {conflicts.length > MAX_LISTED_CONFLICTS && (
              <li>and {conflicts.length - MAX_LISTED_CONFLICTS} more</li>
            )}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button kind="quiet" disabled={isPending} onClick={() => onRetry({ ...input, overwrite })}>
              Overwrite later changes
            </Button>
            <Button
              kind="quiet"
              disabled={isPending}
              onClick={() => onRetry({ ...input, skipConflicts: true })}
            >
              Keep later changes, undo the rest
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
