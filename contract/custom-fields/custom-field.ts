import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, listing, text, version } from '../fields.ts'

/** The records that can have custom fields. */
export const customFieldSubjects = ['product', 'variant', 'category', 'customer', 'order'] as const
export type CustomFieldSubject = (typeof customFieldSubjects)[number]

/** The kinds of values. `image` is an uploaded file, `reference` the id of another record. */
export const customFieldKinds = [
  'text',
  'number',
  'money',
  'date',
  'choice',
  'yes_no',
  'link',
  'image',
  'reference',
] as const
export type CustomFieldKind = (typeof customFieldKinds)[number]

/** What a field of the kind `reference` leads to. */
export const referenceTargets = ['product', 'category'] as const

/** The properties of schema.org/Product that a field can fill. Source: https://schema.org/Product */
export const schemaProperties = ['material', 'color', 'pattern', 'size', 'model', 'award', 'slogan'] as const

/** Each shop has at most so many fields of one subject. */
export const MAX_CUSTOM_FIELDS = 50
const MAX_CHOICES = 100

/** The key of a field. */
export const fieldKey = text(40)
  .trim()
  .regex(/^[a-z][a-z0-9_]*$/, 'Use lowercase letters, digits and _, and begin with a letter')

const choices = z
  .array(text(100).trim().min(1, 'Enter a choice'))
  .max(MAX_CHOICES, `At most ${MAX_CHOICES} choices`)
  .refine((all) => new Set(all).size === all.length, 'Each choice can be there once')

/** What can change later. The subject, the key and the kind stay, because values are stored by them. */
const changeable = {
  name: text(60).trim().min(1, 'Enter a name').describe('the label'),
  hint: text(200).trim().describe('help for staff below the field; empty: none'),
  choices: choices.describe('of the kind choice'),
  isFilterable: flag.describe('the list of its records can be filtered by it'),
  isPublic: flag.describe('shoppers see it on the product page; of products only'),
  schemaProperty: z
    .enum(schemaProperties)
    .nullable()
    .describe('the property of schema.org/Product that it fills for search engines'),
}

const fixed = {
  subject: z.enum(customFieldSubjects),
  key: fieldKey.describe('names the value in the API and in files; never changes'),
  kind: z.enum(customFieldKinds),
  target: z.enum(referenceTargets).nullable().describe('what the kind reference leads to'),
}

/** The input of a new field; the dashboard’s form uses it too. */
export const customFieldInput = z
  .strictObject({
    ...fixed,
    ...changeable,
    target: fixed.target.default(null),
    hint: changeable.hint.default(''),
    choices: changeable.choices.default([]),
    isFilterable: changeable.isFilterable.default(false),
    isPublic: changeable.isPublic.default(false),
    schemaProperty: changeable.schemaProperty.default(null),
  })
  .superRefine((field, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (field.kind === 'choice' && field.choices.length === 0) refuse('choices', 'Enter at least one choice')
    if (field.kind === 'reference' && field.target === null) refuse('target', 'Choose what it leads to')
    if (field.kind !== 'choice' && field.choices.length > 0) refuse('choices', 'This kind has no choices')
    if (field.kind !== 'reference' && field.target !== null) refuse('target', 'This kind leads to nothing')
    if (field.isPublic && field.subject !== 'product')
      refuse('isPublic', 'Only fields of products can be public')
    if (field.schemaProperty !== null && !field.isPublic)
      refuse('schemaProperty', 'Only a public field can be sent to search engines')
  })

/** A custom field. */
export const customField = z.object({
  id: z.number().int(),
  ...fixed,
  ...changeable,
  isFilterable: z.boolean(),
  isPublic: z.boolean(),
  version: z.number().int(),
})
export type CustomField = z.infer<typeof customField>

export const getCustomFields = endpoint({
  method: 'GET',
  path: 'admin/custom-fields',
  audience: 'staff',
  summary: 'The custom fields of the shop, in the order of their names; q searches key and name',
  input: z.strictObject({ ...listing, subject: z.enum(customFieldSubjects).optional() }),
  answer: z.object({ data: z.array(customField), total: z.number().int() }),
})

export const getCustomField = endpoint({
  method: 'GET',
  path: 'admin/custom-fields/:id',
  audience: 'staff:settings',
  summary: 'One custom field',
  input: z.strictObject({ id }),
  answer: z.object({ data: customField }),
})

export const createCustomField = endpoint({
  method: 'POST',
  path: 'admin/custom-fields',
  audience: 'staff:settings',
  takesIdempotencyKey: true,
  summary: 'Adds a custom field to products, variants, categories, customers or orders',
  input: customFieldInput,
  answer: z.object({ data: z.object({ id: z.number().int() }) }),
})

export const updateCustomField = endpoint({
  method: 'PATCH',
  path: 'admin/custom-fields/:id',
  audience: 'staff:settings',
  summary: 'Changes a custom field. Subject, key and kind stay as they are',
  input: z.strictObject(changeable).partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deleteCustomField = endpoint({
  method: 'DELETE',
  path: 'admin/custom-fields/:id',
  audience: 'staff:settings',
  summary: 'Deletes a custom field. Its values are hidden, and shown again if the deletion is undone',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const customFieldEndpoints = [
  getCustomFields,
  getCustomField,
  createCustomField,
  updateCustomField,
  deleteCustomField,
] as const
