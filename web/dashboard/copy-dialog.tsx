import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface CopyDialogProps extends Pick<ComponentProps<typeof CopyField>, 'label' | 'noun' | 'text'> {
  title: string
  intro: string
  onClose(): void
}

/** Shows a text to copy, which is never shown again. */
export function CopyDialog({ title, intro, onClose, ...field }: CopyDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-5 text-quiet wrap-anywhere">{intro}</p>
      <CopyField {...field} />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
