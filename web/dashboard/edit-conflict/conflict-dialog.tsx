import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import type { Conflict } from './conflicts.ts'

interface ConflictDialogProps {
  /** A sentence that names the other person. */
  message: string
  conflicts: readonly Conflict[]
  /** Receives the parts to take from the other person; undefined keeps the form open. */
  onClose(taken?: ReadonlySet<string>): void
}

/** Lets a person choose, part by part, between their own changes and those that somebody else has saved. */
export function ConflictDialog({ message, conflicts, onClose }: ConflictDialogProps) {
  const choices = conflicts.filter(({ mine }) => mine !== undefined).map(({ part }) => part)
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(conflicts.filter(({ both }) => !both).map(({ part }) => part)),
  )

  function choose(part: string, take: boolean) {
    const next = new Set(taken)
    if (take) next.add(part)
    else next.delete(part)
    setTaken(next)
  }

  return (
    <Dialog title="Someone else edited this" wide onClose={() => onClose()} onSave={() => onClose(taken)}>
      <p className="text-quiet">{message}</p>
      {choices.length > 1 && (
        <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
          <Button kind="quiet" onClick={() => setTaken(new Set())}>
            Keep all my changes
          </Button>
          <Button kind="quiet" onClick={() => setTaken(new Set(choices))}>
            Use all their changes
          </Button>
        </div>
      )}
      {conflicts.map(({ part, changedBy, theirs, mine }) => (
        <fieldset key={part} className="mt-5 min-w-0 border-t border-line pt-3">
          <legend className="float-left mb-1 w-full">
            <span className="font-medium">{part}</span>
            {changedBy && <span className="ml-2 text-sm text-quiet">{changedBy}</span>}
          </legend>
          <div className="clear-both grid gap-2 sm:grid-cols-2">
            {mine === undefined ? (
              <p className="wrap-anywhere sm:col-span-2">{theirs}</p>
            ) : (
              ([false, true] as const).map((take) => (
                <Choice
                  key={String(take)}
                  name={part}
                  title={take ? 'Use theirs' : 'Keep mine'}
                  text={take ? theirs : mine}
                  checked={taken.has(part) === take}
                  onChange={() => choose(part, take)}
                />
              ))
            )}
          </div>
        </fieldset>
      ))}
      {conflicts.length === 0 && <p className="mt-4">There are no conflicts with your changes.</p>}
      <DialogButtons cancel="Keep editing" onCancel={() => onClose()} onClick={() => onClose(taken)}>
        {conflicts.length === 0 ? 'Save' : 'Save selected'}
      </DialogButtons>
    </Dialog>
  )
}

interface ChoiceProps {
  name: string
  title: string
  text: string
  checked: boolean
  onChange(): void
}

function Choice({ name, title, text, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3 rounded-xs border border-line p-3 has-checked:border-ink">
      <input
        id={id}
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="mt-1 size-4 shrink-0 accent-ink"
      />
      <label htmlFor={id} className="min-w-0 grow cursor-pointer">
        <span className="block text-sm text-quiet">{title}</span>
        <span className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {text || <i className="text-quiet">Empty</i>}
        </span>
      </label>
    </div>
  )
}
