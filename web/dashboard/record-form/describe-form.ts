import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { Part, Stored } from '../edit-conflict/conflicts.ts'

export type States = Readonly<Record<string, unknown>>

/** What a control needs to show its field. */
export interface Control<Value, State = unknown> {
  name: string
  form: FormState
  /** The stored value; undefined in the form of a new record. */
  value: Value | undefined
  state: State
  /** The states of all controls by field. */
  states: States
  /** Changes the state as typing changes a text. */
  setState(state: State): void
}

/** Where a field finds its value when the form is sent. */
export interface FieldSource<State = unknown> {
  name: string
  texts: Readonly<Record<string, string>>
  state: State
  /** The states of all controls by field. */
  states: States
}

/** One field of a form: its label, its control, and the ways between the stored value, the control and the input. */
export interface Field<Value> {
  /** The label in the form and in an edit conflict; a field without it is not edited. */
  label?: string
  /** The name in the audit log, if it differs from that of the input. */
  auditName?: string | undefined
  /** Fields that an edit conflict decides together with this one, which shows them. */
  mergedWith?: readonly string[] | undefined
  isFile?: true
  /** What a control that is more than a text starts with. The form keeps it as `state`, and in its draft. */
  start?(value: Value | undefined): unknown
  read(source: FieldSource): Value
  /** The value in an edit conflict: by default as it is. */
  show?(value: Value, input: Readonly<Record<string, unknown>>): string
  control(control: Control<Value>): ReactNode
}

/** Says that a form leaves out a field of its input. The server then keeps what is stored. */
export const notEdited = Symbol('not edited')

/** A field for each name of the input; the form adds the version itself. */
type Fields<Input> = {
  [Name in keyof Input as Exclude<Name, 'version'>]-?:
    | Field<Input[Name]>
    | (undefined extends Input[Name] ? typeof notEdited : never)
}

/** The names of the fields that a form edits, also those that it edits in some shops only. */
type Edited<Given> = {
  [Name in keyof Given]: Given[Name] extends typeof notEdited ? never : Name
}[keyof Given] &
  string

/** Further names are files, which are no part of the input. */
type FilesBeside<Given, Input> = { [Name in Exclude<keyof Given, keyof Input>]: FileField }
type FileField = Field<undefined> & { isFile: true }

/** All that the form of a record is made of. */
export interface FormDescription<Input extends object, Name extends string = string> {
  schema: z.ZodType<object, Input>
  names: readonly Name[]
  fields: Readonly<Record<string, Field<unknown>>>
  parts: readonly Part<Input>[]
  image: { name: string; field: string; auditField: string } | undefined
  /** What its controls with a state start with. */
  start(record: Stored<Input> | undefined): States
  /** The input of the call, without the fields that are undefined. */
  read(texts: Readonly<Record<string, string>>, states: States): Input
}

/** Describes a form once for its schema: the fields in the order of the page. */
export function describeForm<
  Schema extends z.ZodType<object, object>,
  const Given extends Fields<z.input<Schema>>,
>(
  schema: Schema,
  given: Given & FilesBeside<Given, z.input<Schema>>,
): FormDescription<z.input<Schema>, Edited<Given>> {
  type Input = z.input<Schema>
  type Name = Edited<Given>
  const entries = Object.entries(given as Record<string, Field<unknown> | typeof notEdited>).filter(
    (entry): entry is [Name, Field<unknown>] => entry[1] !== notEdited,
  )
  const inputs = entries.filter(([, { isFile }]) => !isFile)
  const merged = new Set(inputs.flatMap(([, { mergedWith = [] }]) => mergedWith))
  const [file] = entries.filter(([, { isFile }]) => isFile)
  return {
    schema: schema as unknown as z.ZodType<object, Input>,
    names: entries.map(([name]) => name),
    fields: Object.fromEntries(entries),
    parts: inputs.filter(([name]) => !merged.has(name)).flatMap((entry) => partOf<Input>(...entry)),
    image: file && { name: file[1].label ?? '', field: file[0], auditField: file[1].auditName ?? file[0] },
    start: (record) =>
      Object.fromEntries(
        inputs.flatMap(([name, { start }]) => (start ? [[name, start(valueOf(record, name))]] : [])),
      ),
    read: (texts, states) =>
      Object.fromEntries(
        inputs
          .map(([name, field]) => [name, field.read({ name, texts, state: states[name], states })] as const)
          .filter(([, value]) => value !== undefined),
      ) as Input,
  }
}

/** The value of a field in a record. */
export const valueOf = (record: object | undefined, name: string): unknown =>
  (record as Record<string, unknown> | undefined)?.[name]

function partOf<Input>(
  name: string,
  { label, auditName, mergedWith = [], show }: Field<unknown>,
): Part<Input>[] {
  if (label === undefined) return []
  const part: Part<Input> = { name: label, fields: [name, ...mergedWith] as (keyof Input & string)[] }
  return [
    {
      ...part,
      ...(auditName !== undefined && { auditFields: [auditName] }),
      ...(show && { text: (input: Input) => show(valueOf(input as object, name), input as States) }),
    },
  ]
}
