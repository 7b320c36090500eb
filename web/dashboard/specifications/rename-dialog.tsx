import type { AdminSpecification } from '#contract/admin-specification.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

interface RenameDialogProps {
  specification: AdminSpecification
  /** Told the new name; nothing where it stays, because none was given. */
  onClose(name?: string): void
}

/** Asks for the new name of a specification; without one nothing changes. */
export function RenameDialog({ specification, onClose }: RenameDialogProps) {
  return (
    <Dialog title={`Edit ${specification.specificationName}`} onClose={() => onClose()}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const name = new FormData(event.currentTarget).get('specificationName')
          onClose(typeof name === 'string' ? name.trim() : '')
        }}
      >
        <TextField
          name="specificationName"
          label="New specification name"
          required={false}
          maxLength={200}
          defaultValue={specification.specificationName}
          hint="Left empty, nothing is changed."
        />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button kind="secondary" onClick={() => onClose()}>
            Cancel
          </Button>
          <Button type="submit">Save name</Button>
        </div>
      </form>
    </Dialog>
  )
}
