import { sql, type RawBuilder } from 'kysely'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { CustomValues, RecordValues } from '#contract/custom-fields/custom-value.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'
import { listFieldsOf } from './custom-field.queries.ts'
import { wireValue, type StoredValue } from './custom-value.rules.ts'

/** What is stored of a record, by the keys of its fields; keys of deleted fields included. */
export type StoredValues = Record<string, StoredValue>

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
  const { rows } = await sql<{ id: number; version: number; extra: StoredValues | null }>`
    select r.id, c.extra, coalesce((select max(e.id) from audit_entry e where e.config_id = ${shopId}
      and e.subject = ${valueNouns[subject].subject} and e.subject_id = r.id::text), 0)::integer as version
    from ${recordTables[subject]} r
    left join custom_values c on c.config_id = r.config_id and c.subject = ${subject} and c.subject_id = r.id
    where r.config_id = ${shopId} and r.id = any(${ids}::integer[])
    order by r.id`.execute(db)
  return rows.map(({ id, version, extra }) => ({ id, version, values: wireValues(fields, extra ?? {}) }))
}

/** The stored values of these fields on the wire. */
export const wireValues = (fields: readonly CustomField[], stored: StoredValues): CustomValues =>
  Object.fromEntries(
    fields.flatMap(({ key, kind }) => {
      const value = stored[key]
      return value === undefined ? [] : [[key, wireValue(kind, value)]]
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
