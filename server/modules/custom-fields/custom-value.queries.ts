import { sql, type RawBuilder } from 'kysely'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { CustomValues, RecordValues } from '#contract/custom-fields/custom-value.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'
import { listFieldsOf } from './custom-field.queries.ts'

/** The nouns of the audit log for the values of each subject. */
export const valueNouns = {
  product: { subject: 'product_custom_values' },
  variant: { subject: 'variant_custom_values' },
  category: { subject: 'category_custom_values' },
  customer: { subject: 'customer_custom_values' },
  order: { subject: 'order_custom_values' },
} as const satisfies Record<CustomFieldSubject, { subject: string }>

/** Where the records of each subject are. */
export const recordTables = {
  product: sql.table('product'),
  variant: sql.table('variant'),
  category: sql.table('category'),
  customer: sql.table('app_user'),
  order: sql.table('shop_order'),
} satisfies Record<CustomFieldSubject, RawBuilder<unknown>>

/** Those of these records that exist, with the values of these fields. */
export async function listRecordValues(
  db: Database,
  shopId: number,
  subject: CustomFieldSubject,
  { ids, fields }: { ids: readonly number[]; fields: readonly CustomField[] },
): Promise<RecordValues[]> {
  const { rows } = await sql<{ id: number; version: number; extra: CustomValues | null }>`
    select r.id, c.extra, coalesce((select max(e.id) from audit_entry e where e.config_id = ${shopId}
      and e.subject = ${valueNouns[subject].subject} and e.subject_id = r.id::text), 0)::integer as version
    from ${recordTables[subject]} r
    left join custom_values c on c.config_id = r.config_id and c.subject = ${subject} and c.subject_id = r.id
    where r.config_id = ${shopId} and r.id = any(${ids}::integer[])
    order by r.id`.execute(db)
  return rows.map(({ id, version, extra }) => ({ id, version, values: valuesOf(fields, extra ?? {}) }))
}

/**
 * What is stored of these records, by their ids; absent: nothing. Their owner has locked them, so that other imports wait;
 * a change of staff at the same moment wins or is undone by the version.
 */
export async function listStoredValues(
  db: Database,
  shopId: number,
  subject: CustomFieldSubject,
  ids: readonly number[],
): Promise<Map<number, CustomValues>> {
  const { rows } = await sql<{ id: number; extra: CustomValues }>`
    select subject_id as id, extra from custom_values
    where config_id = ${shopId} and subject = ${subject} and subject_id = any(${ids}::integer[])
    for update`.execute(db)
  return new Map(rows.map(({ id, extra }) => [id, extra]))
}

/** The values of these fields; a deleted field leaves its values behind. */
const valuesOf = (fields: readonly CustomField[], stored: CustomValues): CustomValues =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = stored[key]
      return value === undefined ? [] : [[key, value]]
    }),
  )

/** The values of a customer, for the file with the person's own data. They are deleted with the account. */
export const customFieldRecords: PersonalRecords = {
  name: 'customFields',
  async list(db, shopId, userId) {
    const fields = await listFieldsOf(db, shopId, 'customer')
    const [record] = await listRecordValues(db, shopId, 'customer', { ids: [userId], fields })
    return fields.flatMap(({ key, name }) => {
      const value = record?.values[key]
      return value === undefined ? [] : [{ name, value }]
    })
  },
}
