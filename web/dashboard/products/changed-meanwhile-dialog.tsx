import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { ProductDraft } from './product-draft.ts'
import { findClashes, merge, type Part } from './product-merge.ts'
import { draftOf } from './product-wire.ts'
import type { Conflict } from './use-product-form.ts'

interface ChangedMeanwhileDialogProps {
  conflict: Conflict
  /** The form as it was opened, and as it stands. */
  start: ProductDraft
  mine: ProductDraft
  /** Told what to send; nothing where the form stays open. */
  onClose(chosen?: ProductDraft): void
}

/** Somebody else has saved this product meanwhile: for each part that they changed, theirs or mine. */
export function ChangedMeanwhileDialog({ conflict, start, mine, onClose }: ChangedMeanwhileDialogProps) {
  const theirs = draftOf(conflict.product)
  const clashes = findClashes(start, theirs, mine)
  const [taken, setTaken] = useState<ReadonlySet<Part>>(
    () => new Set(clashes.filter(({ both }) => !both).map(({ part }) => part)),
  )

  function choose(part: Part, take: boolean) {
    const next = new Set(taken)
    if (take) next.add(part)
    else next.delete(part)
    setTaken(next)
  }

  return (
    <Dialog title="Changed meanwhile" wide onClose={() => onClose()}>
      <p className="text-quiet">{conflict.message}</p>
      {clashes.map(({ part, theirs: their, mine: own }) => (
        <fieldset key={part} className="mt-5 min-w-0 border-t border-line pt-3">
          <legend className="float-left mb-1 w-full font-medium">{part}</legend>
          <div className="clear-both grid gap-2 sm:grid-cols-2">
            {([true, false] as const).map((take) => (
              <Choice
                key={String(take)}
                name={part}
                title={take ? 'Theirs' : 'Mine'}
                text={take ? their : own}
                checked={taken.has(part) === take}
                onChange={() => choose(part, take)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {clashes.length === 0 && <p className="mt-4">Nothing of it stands against what you have changed.</p>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={() => onClose()}>
          Keep editing
        </Button>
        <Button onClick={() => onClose(merge(start, theirs, mine, taken))}>Save what is chosen</Button>
      </div>
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
        <span className="line-clamp-4 wrap-anywhere">{text}</span>
      </label>
    </div>
  )
}
