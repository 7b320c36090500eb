import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { Form } from '../../ui/form/form.tsx'
import { useForm, type FormState } from '../../ui/form/use-form.ts'
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx'

interface SettingFormProps<Schema extends z.ZodType> {
  label: string
  schema: Schema
  /** Makes the input of the texts in the fields. */
  read(fields: Record<string, string>): unknown
  save(input: z.input<Schema>, files: Record<string, File>): Promise<void>
  multipart?: boolean
  beside?: ReactNode
  /** Something was changed that is no field. */
  changed?: boolean
  children(form: FormState): ReactNode
}

/** One group of settings: guarded while something is not saved, saved by its button or Ctrl+S. */
export function SettingForm<Schema extends z.ZodType>(props: SettingFormProps<Schema>) {
  const { label, schema, read, save, multipart, beside, changed = false, children } = props
  const [typed, setTyped] = useState(false)
  const form = useForm({
    schema,
    read,
    async submit(input, files) {
      await save(input, files)
      setTyped(false)
    },
  })
  const question = useUnsavedGuard(form.ref, typed || changed)
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
    </div>
  )
}
