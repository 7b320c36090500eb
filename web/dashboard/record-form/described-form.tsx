import { Fragment, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { FormState } from '#web/ui/form/use-form.ts'
import { valueOf, type FormDescription } from './describe-form.ts'
import { RecordForm, type RecordFormProps } from './record-form.tsx'

/** What a layout of its own places. */
export interface FormLayout<Input, Name extends string> {
  /** The control of a field. */
  place(this: void, name: Name): ReactNode
  form: FormState
  /** The input of the call, from the texts of the fields. */
  read(this: void, texts: Readonly<Record<string, string>>): Input
}

interface DescribedFormProps<Input extends object, Name extends string, Created> extends Omit<
  RecordFormProps<z.ZodType<object, Input>, Created>,
  'schema' | 'state' | 'parts' | 'image' | 'multipart' | 'read' | 'children'
> {
  of: FormDescription<Input, Name>
  /** By default one field below the other. */
  children?(layout: FormLayout<Input, Name>): ReactNode
}

/** The form of a record, as `describeForm` describes it. */
export function DescribedForm<Input extends object, Name extends string, Created = unknown>({
  of,
  children = ({ place }) => of.names.map(place),
  ...props
}: DescribedFormProps<Input, Name, Created>) {
  const { record } = props
  const [states, setStates] = useState(() => of.start(record))
  const hasState = Object.keys(states).length > 0
  const state = {
    value: states,
    // A draft from before an update may not have the state of each control.
    restore: (value: unknown) => setStates((current) => ({ ...current, ...(value as typeof states) })),
  }
  const read = (texts: Readonly<Record<string, string>>) => of.read(texts, states)

  const placeIn = (form: FormState) => (name: Name) => {
    const control = of.fields[name]?.control({
      name,
      form,
      value: valueOf(record, name),
      state: states[name],
      states,
      setState(next) {
        setStates((current) => ({ ...current, [name]: next }))
        form.markDirty()
      },
    })
    return <Fragment key={name}>{control}</Fragment>
  }

  return (
    <RecordForm
      {...props}
      schema={of.schema}
      parts={of.parts}
      {...(of.image && { image: of.image })}
      multipart={of.image !== undefined}
      {...(hasState && { state })}
      read={read}
    >
      {(form) => children({ place: placeIn(form), form, read })}
    </RecordForm>
  )
}
