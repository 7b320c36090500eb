import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

interface DeleteDialogProps {
  /** What it is called, and what it is: "Tableware", "category". */
  name: string
  noun: string
  /** What would be left without it: ["3 subcategories", "12 products"]; what there is none of is left out. */
  uses: readonly string[]
  /** What links to it, in words; that is not moved along. */
  ledToBy?: readonly string[]
  /** What can take its place. */
  others: readonly (readonly [id: number, name: string])[]
  /** Said where a failure has no words of its own. */
  fallback: string
  /** Answers what the server says. */
  remove(moveTo?: number): Promise<string>
  onClose(): void
  /** Once it is deleted, the dialog closed and the focus back where it was. */
  onDeleted(): void
}

/** Asks before something is deleted; where it is in use, says by what and offers to move that. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, noun, uses, ledToBy = [], others, fallback, remove, onClose, onDeleted } = props
  const [users, setUsers] = useState(uses)
  const [moveTo, setMoveTo] = useState('')
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<string>()
  const inUse = users.length > 0

  async function confirm() {
    if (inUse && !moveTo) return setMissing('Choose where to move them')
    setBusy(true)
    try {
      showToast('success', await remove(moveTo ? Number(moveTo) : undefined))
      flushSync(onClose)
      onDeleted()
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.code === 'in_use') {
        return setUsers((error.issues ?? []).map(({ message }) => message))
      }
      showToast('error', serverMessage(error) ?? fallback)
      onClose()
    }
  }

  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      {inUse ? (
        <>
          <p className="mb-4 wrap-anywhere" role="status">
            {name} is used by {users.join(' and ')}. Move them first, or keep this {noun}.
          </p>
          <SelectField
            label="Move them to"
            error={missing}
            value={moveTo}
            onChange={({ target }) => {
              setMoveTo(target.value)
              setMissing(undefined)
            }}
            options={[['', 'Choose…'], ...others.map(([id, other]) => [String(id), other] as const)]}
          />
        </>
      ) : (
        <p className="text-quiet">The {noun} is taken out of the shop at once.</p>
      )}
      {ledToBy.length > 0 && (
        <p className="mt-4 border-l-4 border-warning bg-ground p-4 wrap-anywhere">
          {words(ledToBy)} {ledToBy.length === 1 ? 'leads' : 'lead'} here, and would lead nowhere.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={busy} onClick={() => !busy && void confirm()}>
          {inUse ? `Move and delete ${noun}` : `Delete ${noun}`}
        </Button>
      </div>
    </Dialog>
  )
}

/** "The banner “Summer” and the footer link “Decor”". */
function words(names: readonly string[]): string {
  const text = new Intl.ListFormat('en').format(names)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "3 products"; nothing where there are none. */
export function counted(count: number, one: string, many: string): string[] {
  return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
}
