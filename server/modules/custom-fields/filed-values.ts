import { sql, type RawBuilder } from 'kysely'
import type { CustomField } from '#contract/custom-fields/custom-field.ts'
import type { CustomValue } from '#contract/custom-fields/custom-value.ts'
import { readValue, type ValueFormat } from './custom-value.rules.ts'

/** A value of a product, for the products file. */
export interface FiledValue {
  key: string
  value: CustomValue
}

/** SQL: the values of the product `p`, by the keys of their fields. */
export const filedValues: RawBuilder<FiledValue[]> = sql`array(
  select json_build_object('key', f.key, 'value', c.extra -> f.key)
  from custom_values c
  join custom_field f on f.config_id = c.config_id and f.subject = 'product' and c.extra ? f.key
  where c.config_id = p.config_id and c.subject = 'product' and c.subject_id = p.id
  order by f.key)`

/** A value as a file has it: "care: Wipe it dry", "fragile: yes". */
export const filedText = ({ key, value }: FiledValue): string => `${key}: ${filedValue(value)}`

/** The text of a value alone. */
export const filedValue = (value: CustomValue): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** Reads the text of a value from a file; an empty text is null, which removes it. */
export function readFiled(
  field: Pick<CustomField, 'kind' | 'choices'>,
  text: string,
  format: ValueFormat,
): { stored: CustomValue | null } | { problem: string } {
  if (text === '') return { stored: null }
  const { kind } = field
  if (kind === 'yes_no') {
    const flag = { yes: true, true: true, no: false, false: false }[text.toLowerCase()]
    return flag === undefined ? { problem: 'Enter yes or no' } : { stored: flag }
  }
  const isNumber = kind === 'number' || kind === 'money' || kind === 'reference'
  if (isNumber && !/^-?\d+(\.\d+)?$/.test(text)) return { problem: `“${text.slice(0, 40)}” is not a number` }
  return readValue(field, isNumber ? Number(text) : text, format)
}
