import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Form } from '../../ui/form/form.tsx'
import { useForm, type FormState } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'
import { useSaving, type SavingOptions } from '../meanwhile/use-saving.tsx'

interface SettingFormProps<Schema extends z.ZodType<object, object>> extends Omit<
  SavingOptions<z.input<Schema>>,
  'send'
> {
  label: string
  schema: Schema
  /** Makes the input of the texts in the fields. */
  read(fields: Record<string, string>): unknown
  save: SavingOptions<z.input<Schema>>['send']
  multipart?: boolean
  beside?: ReactNode
  /** Something was changed that is no field. */
  changed?: boolean
  children(form: FormState): ReactNode
}

/** One group of settings: guarded while something is not saved, saved by its button or Ctrl+S. */
export function SettingForm<Schema extends z.ZodType<object, object>>(props: SettingFormProps<Schema>) {
  const { label, schema, read, save: send, multipart, beside, changed = false, children, ...record } = props
  const [typed, setTyped] = useState(false)
  const { save, question } = useSaving({ ...record, send })
  const form = useForm({
    schema,
    read,
    async submit(input, files) {
      await save(input, files)
      setTyped(false)
    },
  })
  const unsaved = useUnsavedGuard(form.ref, typed || changed)
  return (
    <div onInput={() => setTyped(true)} className="max-w-2xl">
      <Form
        form={form}
        label={label}
        action="Save"
        busyAction="Saving…"
        multipart={multipart ?? false}
        beside={beside}
      >
        {children(form)}
      </Form>
      {question}
      {unsaved}
    </div>
  )
}
