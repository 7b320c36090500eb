import { z } from 'zod'
import type { CustomField, CustomFieldKind } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue, RecordValues } from '#contract/custom-fields/custom-value.ts'
import { formatDate, type DateFormat } from '#web/lib/format/dates.ts'
import { currencySign, exactMoney, type MoneyFormat } from '#web/lib/format/money.ts'
import type { Stored } from '#web/dashboard/edit-conflict/conflicts.ts'
import { describeForm, type Field } from '#web/dashboard/record-form/describe-form.ts'
import { area, custom, decimal, select, text } from '#web/dashboard/record-form/fields.tsx'
import { webAddress } from '#web/dashboard/webhooks/webhook-dialog.tsx'
import { ImageValue } from './image-value.tsx'
import { CategoryValue, ProductValue } from './reference-value.tsx'

/** The values of a record as its form sends them, by the paths of the server’s refusals: `values.warranty`. */
export type ValueInput = Record<Path, CustomValue | null>
type Path = `values.${string}`

/** Where a field’s value is in the input, and in a refusal. */
export const pathOf = (key: string): Path => `values.${key}`

/** The values of all these fields; null where a record has none. */
export const recordOf = (
  fields: readonly CustomField[],
  { values, version }: Pick<RecordValues, 'values' | 'version'>,
) =>
  ({
    ...Object.fromEntries(fields.map(({ key }) => [pathOf(key), values[key] ?? null])),
    version,
  }) as Stored<ValueInput>

/** What the form changed, by the keys of the fields. Others keep what is stored. */
export const changedValues = (
  fields: readonly CustomField[],
  input: ValueInput,
  base: ValueInput,
): Record<string, CustomValue | null> =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const [value, before] = [input[pathOf(key)], base[pathOf(key)]]
      return value === before || value === undefined ? [] : [[key, value]]
    }),
  )

interface ValueFormat extends MoneyFormat, DateFormat {
  /** Counts the images that are being uploaded. */
  onUpload(change: 1 | -1): void
}

/** The form of a record’s values, from the fields of its subject. */
export const describeValues = (fields: readonly CustomField[], format: ValueFormat) =>
  describeForm(
    z.object(
      Object.fromEntries(fields.map(({ key, kind }) => [pathOf(key), rules[kind].nullable()])),
    ) as unknown as z.ZodType<ValueInput, ValueInput>,
    Object.fromEntries(
      fields.map((field) => [pathOf(field.key), { ...controlOf(field, format), auditName: field.key }]),
    ) as Record<Path, Field<CustomValue | null>>,
  )

/** What the server refuses too, for an answer without a request. */
const rules: Record<CustomFieldKind, z.ZodType<CustomValue>> = {
  text: z.string().max(2000, 'At most 2000 characters'),
  number: z.number('Enter a number'),
  money: z.number('Enter an amount, such as 499.50').min(0, 'Enter an amount of 0 or more'),
  date: z.string(),
  choice: z.string(),
  yes_no: z.boolean(),
  link: z.url({
    protocol: /^https?$/,
    error: 'Enter a web address that begins with https:// or http://',
  }),
  image: z.string(),
  reference: z.number(),
}

function controlOf(field: CustomField, format: ValueFormat): Field<CustomValue | null> {
  const { kind, name: label, choices, target } = field
  const hint = field.hint || undefined
  const typed = {
    hint,
    required: false,
    autoComplete: 'off',
    toText: (value: CustomValue | null) => String(value ?? ''),
    fromText: (line: string) => line.trim() || null,
  }
  switch (kind) {
    case 'text':
      return area<CustomValue | null>(label, { ...typed, rows: 2, maxLength: 2000 })
    case 'number':
      return decimal(label, { hint, empty: null, autoComplete: 'off' })
    case 'money':
      return decimal(`${label} (${currencySign(format)})`, {
        hint,
        empty: null,
        autoComplete: 'off',
        show: (amount) => (amount === null ? '' : exactMoney(amount, format)),
      })
    case 'date':
      return text<CustomValue | null>(label, {
        ...typed,
        type: 'date',
        show: (day) => (day === null ? '' : formatDate(String(day), { ...format, timeZone: 'UTC' })),
      })
    case 'link':
      return text<CustomValue | null>(label, { ...webAddress, ...typed })
    case 'choice':
      return select<string | null>(label, [[null, 'Not set'], ...choices.map((one) => [one, one] as const)], {
        hint,
        required: false,
        keepsStored: true,
        initial: null,
      })
    case 'yes_no':
      return yesNo(label, hint)
    case 'image':
      return custom<CustomValue | null, string | null>({
        label,
        start: (file) => (typeof file === 'string' ? file : null),
        read: ({ state }) => state,
        control: ({ name, form, state, setState }) => (
          <ImageValue
            label={label}
            hint={hint}
            error={form.error(name)}
            file={state}
            onChange={setState}
            onUpload={format.onUpload}
          />
        ),
      })
    case 'reference': {
      const Control = target === 'category' ? CategoryValue : ProductValue
      return custom<CustomValue | null, number | null>({
        label,
        start: (id) => (typeof id === 'number' ? id : null),
        read: ({ state }) => state,
        show: (id) => (id === null ? '' : `#${String(id)}`),
        control: ({ name, form, state, setState }) => (
          <Control label={label} hint={hint} error={form.error(name)} id={state} onChange={setState} />
        ),
      })
    }
  }
}

/** Yes, no or not set. */
function yesNo(label: string, hint: string | undefined): Field<CustomValue | null> {
  const answers = select<'true' | 'false' | null>(
    label,
    [
      [null, 'Not set'],
      ['true', 'Yes'],
      ['false', 'No'],
    ],
    { hint, required: false, initial: null },
  )
  const answerOf = (value: unknown) => (typeof value === 'boolean' ? (`${value}` as const) : null)
  return {
    label,
    read(source) {
      const answer = answers.read(source)
      return answer === null ? null : answer === 'true'
    },
    control: (control) =>
      answers.control({
        ...control,
        value: answerOf(control.value),
        setState: control.setState,
      }),
  }
}
