import { Fragment, useState, type ComponentProps, type ReactNode } from 'react'
import type { z } from 'zod'
import { Form } from '#web/ui/form/form.tsx'
import { useForm, type FormState } from '#web/ui/form/use-form.ts'
import { valueOf, type FormDescription } from './describe-form.ts'
import { RecordForm, type RecordFormProps } from './record-form.tsx'

type Texts = Readonly<Record<string, string>>

/** What a layout of its own places. */
export interface FormLayout<Input, Name extends string> {
  /** The control of a field. */
  place(this: void, name: Name): ReactNode
  form: FormState
  /** The input of the call, from the texts of the fields. */
  read(this: void, texts: Texts): Input
}

interface Described<Input extends object, Name extends string> {
  of: FormDescription<Input, Name>
  /** By default one field below the other. */
  children?: ((layout: FormLayout<Input, Name>) => ReactNode) | undefined
}

export interface DescribedFormProps<Input extends object, Name extends string, Created>
  extends
    Described<Input, Name>,
    Omit<
      RecordFormProps<z.ZodType<object, Input>, Created>,
      'schema' | 'state' | 'parts' | 'image' | 'multipart' | 'read' | 'children'
    > {}

/** The form of a record, as `describeForm` describes it. */
export function DescribedForm<Input extends object, Name extends string, Created = unknown>({
  of,
  children,
  ...props
}: DescribedFormProps<Input, Name, Created>) {
  const { read, state, layout } = useDescribed({ of, children }, props.record)
  return (
    <RecordForm
      {...props}
      schema={of.schema}
      parts={of.parts}
      {...(of.image && { image: of.image })}
      multipart={of.image !== undefined}
      {...state}
      read={read}
    >
      {layout}
    </RecordForm>
  )
}

/** What a form without a record is made of. */
export interface ActionFormProps<Input extends object, Name extends string, Answer>
  extends
    Described<Input, Name>,
    Pick<ComponentProps<typeof Form>, 'label' | 'action' | 'kind' | 'beside' | 'className' | 'onCancel'> {
  /** Names what is typed until it is sent; without it, that is not kept. */
  draft?: string
  busyAction?: string
  /** As in `useForm`. */
  check?: RecordFormProps<z.ZodType<object, Input>, Answer>['check']
  submit(input: Input): Promise<Answer>
  onDone?(answer: Answer): void
}

/** A described form that adds something or acts once, so that nothing can conflict. It is empty again afterwards. */
export function ActionForm<Input extends object, Name extends string, Answer>({
  of,
  children,
  draft,
  check,
  submit,
  onDone,
  ...props
}: ActionFormProps<Input, Name, Answer>) {
  const { read, state, layout, restart } = useDescribed({ of, children })
  const form = useForm({
    schema: of.schema,
    read,
    ...(check && { check }),
    draft: draft === undefined ? undefined : { name: draft, ...state },
    async submit(input) {
      const answer = await submit(input)
      form.ref.current?.reset()
      restart()
      onDone?.(answer)
    },
  })
  return (
    <Form form={form} busyAction="Saving…" {...props}>
      {layout(form)}
    </Form>
  )
}

/** The states of the controls, and how the fields are placed. */
function useDescribed<Input extends object, Name extends string>(
  { of, children = ({ place }) => of.names.map(place) }: Described<Input, Name>,
  record?: Parameters<typeof of.start>[0],
) {
  const [states, setStates] = useState(() => of.start(record))
  const read = (texts: Texts) => of.read(texts, states)

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

  return {
    read,
    layout: (form: FormState) => children({ place: placeIn(form), form, read }),
    restart: () => setStates(of.start(record)),
    state: Object.keys(states).length > 0 && {
      state: {
        value: states,
        // A draft from before an update may not have the state of each control.
        restore: (value: unknown) => setStates((current) => ({ ...current, ...(value as typeof states) })),
      },
    },
  }
}
