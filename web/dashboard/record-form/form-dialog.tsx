import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import {
  ActionForm,
  DescribedForm,
  type ActionFormProps,
  type DescribedFormProps,
} from './described-form.tsx'

interface FormDialogProps<Input extends object, Name extends string, Answer> extends Omit<
  ActionFormProps<Input, Name, Answer>,
  'onCancel' | 'beside'
> {
  title: string
  /** Above the form. */
  intro?: ReactNode
  wide?: boolean
  /** The text of a button in the place of "Cancel", which leaves things as they are. */
  keep?: string
  onClose(done: boolean): void
}

/** A dialog with a form that adds something or acts once. By default the form has the title as its name. */
export function FormDialog<Input extends object, Name extends string, Answer>({
  title,
  intro,
  wide = false,
  keep,
  onClose,
  ...form
}: FormDialogProps<Input, Name, Answer>) {
  const close = () => onClose(false)
  return (
    <Dialog title={title} wide={wide} onClose={close}>
      <Intro>{intro}</Intro>
      <ActionForm
        label={title}
        onDone={() => onClose(true)}
        {...(!keep && { onCancel: close })}
        beside={
          keep && (
            <Button kind="secondary" onClick={close}>
              {keep}
            </Button>
          )
        }
        {...form}
      />
    </Dialog>
  )
}

interface RecordDialogProps<Input extends object, Name extends string, Created> extends Omit<
  DescribedFormProps<Input, Name, Created>,
  'onCancel'
> {
  title: string
  /** Above the form. */
  intro?: ReactNode
  onClose(): void
}

/** A dialog with the form of a record. */
export function RecordDialog<Input extends object, Name extends string, Created = unknown>({
  title,
  intro,
  record,
  onClose,
  ...form
}: RecordDialogProps<Input, Name, Created>) {
  // The version of the first render detects changes that others save while the dialog is open.
  const [start] = useState(record)
  return (
    <Dialog title={title} onClose={onClose}>
      <Intro>{intro}</Intro>
      <DescribedForm record={start} onSaved={onClose} onCancel={onClose} {...form} />
    </Dialog>
  )
}

const Intro = ({ children }: { children: ReactNode }) =>
  children && <p className="mb-5 text-quiet wrap-anywhere">{children}</p>
