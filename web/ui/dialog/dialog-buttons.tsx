import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'

interface DialogButtonsProps extends ComponentProps<typeof Button> {
  /** The text of the button that leaves things as they are. */
  cancel?: string
  onCancel(): void
}

/** The buttons at the end of a dialog. The props are those of the main button; without a text there is none. */
export function DialogButtons({ cancel = 'Cancel', onCancel, ...main }: DialogButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <Button kind="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      {main.children && <Button {...main} />}
    </div>
  )
}
