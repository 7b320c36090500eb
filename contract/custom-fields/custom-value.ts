import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, text, version } from '../fields.ts'
import { customField, customFieldSubjects, fieldKey } from './custom-field.ts'

/**
 * The value of a custom field, by its kind. text, choice, link: text. number: a number. money: an amount in major units of the
 * shop’s currency. date: 2026-11-27. yes_no: true or false. image: the file name of an upload. reference: the id of a record.
 */
export const customValue = z.union([text(2000), z.number(), z.boolean()])
export type CustomValue = z.infer<typeof customValue>

/** Values by the keys of their fields. */
export const customValues = z.record(z.string(), customValue)
export type CustomValues = z.infer<typeof customValues>

/**
 * A filter of a list by custom fields: `key:value`, several separated by line breaks. `key:5..10` is a range of numbers, amounts
 * or days, each end may be absent. All of them must match.
 */
export const customFilter = text(1000)
  .trim()
  .regex(/^[a-z][a-z0-9_]*:[^\n]+(\n[a-z][a-z0-9_]*:[^\n]+)*$/, 'Send key:value')
  .optional()
  .describe('custom fields: key:value, or key:5..10 for a range; several on lines of their own')

const MAX_RECORDS = 200

const recordValues = z.object({
  id: z.number().int().describe('of the record'),
  values: customValues.describe('the values that are set'),
  version: z.number().int(),
})
export type RecordValues = z.infer<typeof recordValues>

const subject = z
  .enum(customFieldSubjects)
  .describe('which permission it takes: catalog, or customers or orders for a customer or an order')

export const getCustomValues = endpoint({
  method: 'GET',
  path: 'admin/custom-values',
  audience: 'staff',
  summary:
    'The custom fields of products, variants, categories, customers or orders, and the values of some of them',
  input: z.strictObject({
    subject,
    ids: text(2200)
      .regex(/^\d{1,10}(,\d{1,10})*$/, 'Send ids, separated by commas')
      .transform((ids) => [...new Set(ids.split(',').map(Number))])
      .pipe(
        z.array(z.number().int().min(1).max(2_147_483_647)).max(MAX_RECORDS, `At most ${MAX_RECORDS} ids`),
      )
      .describe(`ids of at most ${MAX_RECORDS} records, separated by commas`),
  }),
  answer: z.object({
    data: z.object({ fields: z.array(customField), records: z.array(recordValues) }),
  }),
})

export const updateCustomValues = endpoint({
  method: 'PATCH',
  path: 'admin/custom-values',
  audience: 'staff',
  summary: 'Changes values of the custom fields of one record',
  input: z.strictObject({
    subject,
    id,
    values: z
      .record(fieldKey, customValue.nullable())
      .refine((values) => Object.keys(values).length > 0, 'Send at least one value')
      .describe('only these change; null removes a value'),
    version: version.optional(),
  }),
  answer: z.object({}),
})

export const customValueEndpoints = [getCustomValues, updateCustomValues] as const
