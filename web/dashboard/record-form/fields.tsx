import type { ComponentProps, ReactNode } from 'react'
import { wallTime, wallTimeText, wallTimeToIso } from '#web/lib/format/zoned-time.ts'
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import type { Control, Field, FieldSource } from './describe-form.ts'
import { parseNumber } from './parse-number.ts'

type FromForm = 'name' | 'label' | 'error' | 'value' | 'defaultValue' | 'defaultChecked' | 'onChange'

interface Common<Value> {
  /** The name in the audit log, if it differs from that of the input. */
  auditName?: string
  /** The value in an edit conflict: by default as it is. */
  show?(value: Value): string
  /** The value in the form of a new record. */
  initial?: Value
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

/** The options of a URL handle. */
export const handle = {
  required: false,
  maxLength: 120,
  autoCapitalize: 'none',
  spellCheck: false,
} as const

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

interface SelectOptions<Value> extends Pick<Common<Value>, 'auditName' | 'initial'> {
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
  { auditName, initial, keepsStored = false, other, ...props }: SelectOptions<Value> = {},
): Field<Value> {
  const nameOf = (value: Value) => options.find(([one]) => keyOf(one) === keyOf(value))?.[1]
  return {
    label,
    auditName,
    show: (value) => nameOf(value) ?? other ?? keyOf(value),
    read({ name, texts }) {
      const chosen = options.find(([one]) => keyOf(one) === texts[name])
      return chosen ? chosen[0] : (texts[name] as Value)
    },
    control({ name, form, value = initial }) {
      const isUnknown = keepsStored && value && nameOf(value) === undefined
      const offered = options.map(([one, its]) => [keyOf(one), its] as const)
      return (
        <SelectField
          // A default value only applies once its option is loaded.
          key={options.length}
          {...form.field(name)}
          label={label}
          options={isUnknown ? [[keyOf(value), keyOf(value)], ...offered] : offered}
          defaultValue={value === undefined ? undefined : keyOf(value)}
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

interface CustomOptions<Value, State> extends Pick<Common<Value>, 'auditName' | 'show'> {
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
