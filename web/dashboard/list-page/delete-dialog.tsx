import { useState } from 'react'
import type { MutateHandlers } from '#web/data/admin/use-admin-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

interface DeleteDialogProps {
  name: string
  /** Such as "category". */
  noun: string
  /** What happens to the record. */
  text: string
  /** What uses the record: ["3 subcategories", "12 products"]. It has to move to another record. */
  usedBy?: readonly string[]
  /** What links to the record and would break. */
  linkedFrom?: readonly string[]
  /** The records that can take its place. */
  moveTargets?: readonly (readonly [id: number, name: string])[]
  isPending: boolean
  onConfirm(moveTo: { moveTo?: number }, handlers: MutateHandlers): void
  onClose(): void
  onDeleted(): void
  /** Shows an error that is not about uses. Without it a toast does. */
  onFailed?: (() => void) | undefined
}

/** Asks before a record is deleted, and where to move what uses it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, noun, text, usedBy = [], linkedFrom = [], moveTargets = [] } = props
  const { isPending, onConfirm, onClose, onDeleted, onFailed } = props
  const [found, setFound] = useState(usedBy)
  const [moveTo, setMoveTo] = useState('')
  const [missing, setMissing] = useState<string>()
  const isInUse = found.length > 0

  function confirm() {
    if (isInUse && !moveTo) return setMissing('Choose where to move them')
    onConfirm(moveTo ? { moveTo: Number(moveTo) } : {}, {
      onSuccess: onDeleted,
      onError(error) {
        if (error instanceof ApiError && error.code === 'in_use') {
          setFound((error.issues ?? []).map(({ message }) => message))
          return true
        }
        onClose()
        onFailed?.()
        return onFailed !== undefined
      },
    })
  }

  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      {isInUse ? (
        <>
          <p className="mb-4 wrap-anywhere" role="status">
            {name} is in use by {found.join(' and ')}. Move them to delete it.
          </p>
          <SelectField
            label="Move them to"
            error={missing}
            value={moveTo}
            onChange={({ target }) => {
              setMoveTo(target.value)
              setMissing(undefined)
            }}
            options={[['', 'Choose…'], ...moveTargets.map(([id, target]) => [String(id), target] as const)]}
          />
        </>
      ) : (
        <p className="text-quiet">{text}</p>
      )}
      {linkedFrom.length > 0 && (
        <p className="mt-4 border-l-4 border-warning bg-ground p-4 wrap-anywhere">
          {listText(linkedFrom)} {linkedFrom.length === 1 ? 'links' : 'link'} here and would break.
        </p>
      )}
      <DialogButtons onCancel={onClose} aria-disabled={isPending} onClick={confirm}>
        {isInUse ? `Move and delete ${noun}` : `Delete ${noun}`}
      </DialogButtons>
    </Dialog>
  )
}

/** "The banner “Summer” and the footer link “Decor”". */
function listText(names: readonly string[]): string {
  const text = new Intl.ListFormat('en').format(names)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** ["3 products"], or nothing for 0. */
export function counted(count: number, singular: string, plural: string): string[] {
  return count > 0 ? [`${count} ${count === 1 ? singular : plural}`] : []
}
