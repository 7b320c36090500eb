import type { ComponentProps, ReactNode } from 'react'
import { wallTime, wallTimeText, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { Control, Field, FieldSource, States } from './describe-form.ts'
import { parseNumber } from './parse-number.ts'

type FromForm = 'name' | 'label' | 'error' | 'value' | 'defaultValue' | 'defaultChecked' | 'onChange'

interface Common<Value> extends Pick<Field<Value>, 'auditName' | 'show'> {
  /** The value in the form of a new record. */
  initial?: Value | undefined
}

/** How a value becomes the text of its field, and the reverse. */
interface Conversion<Value> {
  toText(value: Value): string
  fromText(text: string): Value
}

type TextOptions<Value> = Common<Value> & Omit<ComponentProps<typeof TextField>, FromForm>
type AreaOptions<Value> = Common<Value> & Omit<ComponentProps<typeof TextAreaField>, FromForm>

/** A line of text, or with a conversion a value that is typed as one. */
export function text(label: string, options?: TextOptions<string>): Field<string>
export function text<Value>(label: string, options: TextOptions<Value> & Conversion<Value>): Field<Value>
export function text<Value>(label: string, options: TextOptions<Value> & Partial<Conversion<Value>> = {}) {
  const { toText, fromText, auditName, show, initial, ...props } = options
  return typed<Value>({ label, toText, fromText, auditName, show, initial }, (control) => (
    <TextField {...control} label={label} {...props} />
  ))
}

/** A handle, the part of a URL that names a record. It may be empty. */
export const handle = (label: string, options: TextOptions<string>) =>
  text(label, { required: false, maxLength: 120, autoCapitalize: 'none', spellCheck: false, ...options })

/** The handle of the record itself; `url` is its URL once it is stored. */
export const ownHandle = (url: string | undefined) =>
  handle('URL handle', {
    hint: url === undefined ? 'Leave empty to generate it from the name.' : `URL: ${url}. Old URLs redirect.`,
  })

/** Several lines of text, or with a conversion a value that is typed in lines. */
export function area(label: string, options?: AreaOptions<string>): Field<string>
export function area<Value>(label: string, options: AreaOptions<Value> & Conversion<Value>): Field<Value>
export function area<Value>(label: string, options: AreaOptions<Value> & Partial<Conversion<Value>> = {}) {
  const { toText, fromText, auditName, show, initial, ...props } = options
  return typed<Value>({ label, toText, fromText, auditName, show, initial }, (control) => (
    <TextAreaField {...control} label={label} {...props} />
  ))
}

type NumberOptions<Empty> = TextOptions<number> & {
  /** The value of an empty field; with it the field is optional. */
  empty?: Empty
}

/** A whole number. */
export function number(label: string, options?: NumberOptions<0>): Field<number>
export function number(label: string, options: NumberOptions<null>): Field<number | null>
export function number(label: string, options?: NumberOptions<0 | null>): Field<number | null> {
  return decimal(label, { inputMode: 'numeric', ...options } as NumberOptions<null>)
}

/** A number that may have decimals, such as an amount in major units. */
export function decimal(label: string, options?: NumberOptions<0>): Field<number>
export function decimal(label: string, options: NumberOptions<null>): Field<number | null>
export function decimal(
  label: string,
  { empty, ...options }: NumberOptions<0 | null> = {},
): Field<number | null> {
  return text<number | null>(label, {
    inputMode: 'decimal',
    required: empty === undefined,
    toText: (value) => (value === empty ? '' : String(value)),
    fromText: (typedText) => (typedText.trim() || empty === undefined ? parseNumber(typedText) : empty),
    ...(options as TextOptions<number | null>),
  })
}

/** A moment in ISO 8601, which is entered in a time zone; empty without one. */
export const moment = (label: string, timeZone: string, options: TextOptions<string> = {}) =>
  text<string>(label, {
    type: 'datetime-local',
    required: false,
    toText: (iso) => (iso ? wallTime(iso, timeZone) : ''),
    fromText: (wall) => wallTimeToIso(wall, timeZone),
    show: (iso) => wallTimeText(iso, timeZone),
    ...options,
  })

interface SelectOptions<Value> extends Common<Value>, Pick<Field<Value>, 'mergedWith'> {
  /** Keeps the choice as state, so that other fields can depend on it. It starts with `initial`. */
  isState?: boolean
  hint?: ReactNode
  required?: boolean
  /** Offers the stored value, too, if it is none of the options. */
  keepsStored?: boolean
  /** The name of a value that is none of the options: by default the value. */
  other?: string
}

/** A choice of values, each with its name. */
export function select<const Value extends string | number | null>(
  label: string,
  options: readonly (readonly [value: Value, name: string])[],
  { auditName, mergedWith, show, initial, isState, keepsStored, other, ...props }: SelectOptions<Value> = {},
): Field<Value> {
  const nameOf = (value: Value) => options.find(([one]) => keyOf(one) === keyOf(value))?.[1]
  const valueOf = (key: string | undefined) => {
    const option = options.find(([one]) => keyOf(one) === key)
    return option ? option[0] : (key as Value)
  }
  return {
    label,
    auditName,
    mergedWith,
    show: show ?? ((value) => nameOf(value) ?? other ?? keyOf(value)),
    ...(isState && { start: (value = initial) => value }),
    read: ({ name, texts, state }) => (isState ? (state as Value) : valueOf(texts[name])),
    control({ name, form, value = initial, state, setState }) {
      const isUnknown = keepsStored && value && nameOf(value) === undefined
      const offered = options.map(([one, its]) => [keyOf(one), its] as const)
      return (
        <SelectField
          // A default value only applies once its option is loaded.
          key={options.length}
          {...form.field(name)}
          label={label}
          options={isUnknown ? [[keyOf(value), keyOf(value)], ...offered] : offered}
          {...(isState
            ? {
                name: undefined,
                value: keyOf(state as Value),
                onChange: ({ target }) => setState(valueOf(target.value)),
              }
            : { defaultValue: value === undefined ? undefined : keyOf(value) })}
          {...props}
        />
      )
    },
  }
}

/** The text of a value in the DOM; an empty text is a value of its own. */
const keyOf = (value: string | number | null) => (value === null ? '*' : String(value))

/** Yes or no. */
export const checkbox = (
  label: string,
  { auditName, initial = false, hint }: Common<boolean> & { hint?: ReactNode } = {},
): Field<boolean> => ({
  label,
  auditName,
  read: ({ name, texts }) => texts[name] === 'on',
  control: ({ name, value = initial }) => (
    <CheckboxField name={name} label={label} hint={hint} defaultChecked={value} />
  ),
})

type ImageOptions = Pick<Common<never>, 'auditName'> &
  Pick<ComponentProps<typeof ImageField>, 'hint' | 'required' | 'shape' | 'onChoose'> & {
    /** The current image, until another one is chosen. */
    current: ReactNode
  }

/** An image, which is sent as a file. */
export const image = (
  label: string,
  { auditName, current, ...props }: ImageOptions,
): Field<undefined> & { isFile: true } => ({
  label,
  auditName,
  isFile: true,
  read: () => undefined,
  control: ({ name, form: { error } }) => (
    <ImageField name={name} error={error(name)} label={label} {...props}>
      {current}
    </ImageField>
  ),
})

interface CustomOptions<Value, State> extends Pick<Field<Value>, 'auditName' | 'mergedWith' | 'show'> {
  label: string
  read(source: FieldSource<State>): Value
  control(control: Control<Value, State>): ReactNode
}

/** A control with a state of its own, such as a list of rows. `start` makes the state from the stored value. */
export const custom = <Value, State = unknown>({
  read,
  control,
  ...field
}: CustomOptions<Value, State> & { start?(value: Value | undefined): State }): Field<Value> => ({
  ...field,
  read: (source) => read(source as FieldSource<State>),
  control: (shown) => control(shown as Control<Value, State>),
})

interface ChosenOptions<Row> extends Pick<Field<number[]>, 'auditName'> {
  /** The order of the list has no meaning. */
  isUnordered?: boolean
  control(control: Control<number[], Row[]>): ReactNode
}

interface Named {
  id: number
  name: string
}

/** The ids of records, which `known` keeps. */
export function idsOf<Row extends Named>(rows: readonly Row[], known: Map<number, Row>): number[] {
  for (const row of rows) known.set(row.id, row)
  return rows.map(({ id }) => id)
}

/** A list of records, sent as their ids. `known` has the records that the form has met, for the edit conflict. */
export const chosen = <Row extends Named>(
  label: string,
  known: Map<number, Row>,
  { isUnordered = false, ...options }: ChosenOptions<Row>,
) =>
  custom<number[], Row[]>({
    label,
    start: (ids = []) => ids.flatMap((id) => known.get(id) ?? []),
    read: ({ state }) => idsOf(state, known),
    show(ids) {
      const names = ids.map((id) => known.get(id)?.name ?? `#${id}`)
      return (isUnordered ? names.toSorted() : names).join('\n')
    },
    ...options,
  })

/** A field that counts while the states of other controls say so. Else it is not shown, and its value is `otherwise`. */
export const onlyIf = <Value, Otherwise>(
  counts: (states: States) => boolean,
  otherwise: Otherwise,
  field: Field<Value>,
): Field<Value | Otherwise> => ({
  ...(field as Field<Value | Otherwise>),
  read: (source) => (counts(source.states) ? field.read(source) : otherwise),
  control: (control) => counts(control.states) && field.control(control as Control<Value>),
})

/** A text that the input leaves out while it is empty. */
export const omitEmpty = (field: Field<string>): Field<string | undefined> => ({
  ...(field as Field<string | undefined>),
  read: (source) => field.read(source) || undefined,
})

/** A value that each call sends, such as the number of an order. */
export const fixed = <Value,>(value: Value): Field<Value> => ({ read: () => value, control: () => null })

/** A field whose control is a single text. Without a conversion that text is its value. */
function typed<Value>(
  {
    toText = String,
    fromText,
    initial,
    ...field
  }: Pick<Field<Value>, 'label'> & Common<Value> & Partial<Conversion<Value>>,
  control: (props: ReturnType<FormState['field']>) => ReactNode,
): Field<Value> {
  return {
    ...field,
    read: ({ name, texts: { [name]: typedText = '' } }) =>
      fromText ? fromText(typedText) : (typedText as Value),
    control({ name, form, value = initial }) {
      const defaultValue = value === undefined || value === null ? '' : toText(value)
      // The issues of a list that is typed as a text are at its entries.
      const error = form.error(name) ?? form.error(`${name}.0`)
      return control({ name, error, defaultValue })
    },
  }
}
