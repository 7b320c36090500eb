import { sql } from 'kysely'
import {
  MAX_CUSTOM_FIELDS,
  type CustomFieldKind,
  type CustomFieldSubject,
} from '#contract/custom-fields/custom-field.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { customFieldMissing } from './custom-field.queries.ts'

/** Normalised by `customFieldInput`. */
export interface CustomFieldInput {
  subject: CustomFieldSubject
  key: string
  kind: CustomFieldKind
  target: string | null
  name: string
  hint: string
  choices: string[]
  isFilterable: boolean
  isPublic: boolean
  schemaProperty: string | null
}

const invalid = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])

const customFields = recordWrites({
  table: 'custom_field',
  columns: {
    subject: 'subject',
    key: 'key',
    kind: 'kind',
    target: 'target',
    name: 'name',
    hint: 'hint',
    choices: 'choices',
    isFilterable: 'is_filterable',
    isPublic: 'is_public',
    schemaProperty: 'schema_property',
  },
  missing: customFieldMissing,
  violations: {
    custom_field_key: ({ key, subject }) =>
      new AppError(409, 'key_taken', `Another field of ${subject} has the key ${key}`, [
        { path: 'key', message: 'Another field has this key' },
      ]),
  },
})

/** Reads and locks a custom field. AppError 404. */
export const lockCustomField = customFields.lock

/**
 * Adds a custom field and returns its id. Undoing a deletion passes the `formerId`. AppError 409 for a taken key, or if the
 * subject has `MAX_CUSTOM_FIELDS` already.
 */
export async function createCustomField(
  tx: Transaction,
  context: WriteContext,
  input: CustomFieldInput,
  formerId?: number,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('custom_field', ${context.shopId}))`.execute(tx)
  const { rows } = await sql<{ fields: number }>`
    select count(*)::int as fields from custom_field
    where config_id = ${context.shopId} and subject = ${input.subject}`.execute(tx)
  if ((rows[0]?.fields ?? 0) >= MAX_CUSTOM_FIELDS)
    throw new AppError(
      409,
      'too_many_fields',
      `At most ${MAX_CUSTOM_FIELDS} custom fields of one kind of record`,
    )
  return customFields.create(tx, context, input, formerId)
}

/** Changes the given fields. AppError 404; 400 if they do not fit its kind; 409 if it changed after `version`. */
export async function updateCustomField(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CustomFieldInput> & { version?: number | undefined },
): Promise<void> {
  const before = await customFields.lockVersion(tx, context, id, version)
  const after = { ...before, ...changes }
  if (after.kind === 'choice' && after.choices.length === 0)
    throw invalid('choices', 'Enter at least one choice')
  if (after.kind !== 'choice' && after.choices.length > 0)
    throw invalid('choices', 'This kind has no choices')
  if (after.isPublic && after.subject !== 'product')
    throw invalid('isPublic', 'Only fields of products can be public')
  if (after.schemaProperty !== null && !after.isPublic)
    throw invalid('schemaProperty', 'Only a public field can be sent to search engines')
  await customFields.update(tx, context, id, { before, after })
}

/** Deletes a custom field. Its values stay, so that undoing the deletion brings them back. AppError 404. */
export async function deleteCustomField(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const before = await lockCustomField(tx, context.shopId, id)
  await customFields.remove(tx, context, id, before)
}
