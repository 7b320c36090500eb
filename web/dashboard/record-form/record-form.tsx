import { useEffect, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { useFocus } from '#web/lib/browser/focus.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import type { DraftState } from '#web/ui/form/draft/drafts.ts'
import { useForm, type FormState } from '#web/ui/form/use-form.ts'
import { useUnsavedGuard } from './use-unsaved-guard.tsx'
import type { Stored } from '../edit-conflict/conflicts.ts'
import { useConflictSave, type ConflictSaveOptions } from '../edit-conflict/use-conflict-save.tsx'

type Files = Record<string, File>
type Input<Schema extends z.ZodType> = z.input<Schema> & object

export interface RecordFormProps<Schema extends z.ZodType<object, object>, Created> extends Omit<
  ConflictSaveOptions<Input<Schema>>,
  'start' | 'send'
> {
  label: string
  /** Names what is typed until it is saved, such as `category 7`. */
  draft: string
  /** What the form holds beside its fields. */
  state?: DraftState
  schema: Schema
  /** The stored record as the form sends it; without it the form creates a record. */
  record: Stored<Input<Schema>> | undefined
  create?(input: Input<Schema>, files: Files): Promise<Created>
  /** Saves on top of the version in `base`. */
  update: ConflictSaveOptions<Input<Schema>>['send']
  /** As in `useForm`. */
  read?: (fields: Record<string, string>) => unknown
  check?: (fields: Record<string, string>, files: Files) => { path: string; message: string } | undefined
  /** Shows what is missing in an alert, too, as the specification asks for some forms. */
  alertIfInvalid?: boolean
  /** Runs once the record is saved and the page can be left without a question. */
  onSaved?(created: Created | undefined): void
  onCancel?: (() => void) | undefined
  action: string
  multipart?: boolean
  disabled?: boolean
  /** Beside the button. */
  beside?: ReactNode
  className?: string
  children(form: FormState): ReactNode
}

/**
 * The form of a record: creates or updates it, merges with other people's changes, asks before unsaved changes are lost,
 * and saves with Ctrl+S.
 */
export function RecordForm<Schema extends z.ZodType<object, object>, Created = unknown>(
  props: RecordFormProps<Schema, Created>,
) {
  const { label, draft, state, schema, record, create, update, read, check, alertIfInvalid } = props
  const { action, multipart = false, disabled = false, beside, className, onSaved, onCancel } = props
  const { children, ...conflict } = props
  const [alert, setAlert] = useState('')
  const [saved, setSaved] = useState<{ created: Created | undefined }>()
  const focus = useFocus()
  const { save, question } = useConflictSave<Input<Schema>>({
    ...conflict,
    // Without a record nothing is updated, and nothing reads this.
    start: record ?? ({ version: 0 } as Stored<Input<Schema>>),
    send: update,
  })
  const form = useForm({
    schema,
    ...(read && { read }),
    ...(check && { check }),
    ...(alertIfInvalid && { onInvalid: setAlert }),
    draft: { name: draft, start: record, ...(state && { state }) },
    async submit(input, files, draftStart) {
      let created: Created | undefined
      if (record) await save(input, files, draftStart as typeof record)
      else created = await create?.(input, files)
      setSaved({ created })
    },
  })
  const guard = useUnsavedGuard(form)

  useEffect(() => {
    // A dirty form would block a navigation in `onSaved`.
    if (!saved || form.isDirty) return
    setSaved(undefined)
    onSaved?.(saved.created)
  }, [saved, form.isDirty, onSaved])

  return (
    <>
      <Form
        form={form}
        label={label}
        action={action}
        busyAction="Saving…"
        multipart={multipart}
        disabled={disabled}
        beside={beside}
        className={className ?? ''}
        {...(onCancel && { onCancel })}
      >
        {children(form)}
      </Form>
      {alert && (
        <AlertDialog
          text={alert}
          onClose={() => {
            setAlert('')
            focus(form.firstError)
          }}
        />
      )}
      {question}
      {guard}
    </>
  )
}
