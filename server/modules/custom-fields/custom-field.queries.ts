import { sql } from 'kysely'
import type { CustomField, CustomFieldSubject } from '#contract/custom-fields/custom-field.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

interface Filter {
  subject?: CustomFieldSubject | undefined
  q?: string | undefined
  page: number
  limit: number
}

const columns = sql`f.id, f.subject, f.key, f.kind, f.target, f.name, f.hint, f.choices, f.is_filterable as "isFilterable",
  f.is_public as "isPublic", f.schema_property as "schemaProperty",
  coalesce((select max(e.id) from audit_entry e where e.config_id = f.config_id and e.subject = 'custom_field'
    and e.subject_id = f.id::text), 0)::integer as version`

/** A page of the custom fields by subject and name, and their total. `q` searches key and name. */
export async function listCustomFields(
  db: Database,
  shopId: number,
  { subject, q = '', page, limit }: Filter,
): Promise<{ data: CustomField[]; total: number }> {
  const matching = sql`from custom_field f where f.config_id = ${shopId}
    and (${subject ?? null}::text is null or f.subject = ${subject ?? null})
    and strpos(lower(f.name || ' ' || f.key), lower(${q})) > 0`
  const [{ rows: data }, { rows: counted }] = await Promise.all([
    sql<CustomField>`select ${columns} ${matching}
      order by f.subject, lower(f.name), f.id limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** All custom fields of one subject, by name. */
export async function listFieldsOf(
  db: Database,
  shopId: number,
  subject: CustomFieldSubject,
): Promise<CustomField[]> {
  const { rows } = await sql<CustomField>`
    select ${columns} from custom_field f where f.config_id = ${shopId} and f.subject = ${subject}
    order by lower(f.name), f.id`.execute(db)
  return rows
}

/** One custom field. AppError 404. */
export async function requireCustomField(db: Database, shopId: number, id: number): Promise<CustomField> {
  const { rows } = await sql<CustomField>`
    select ${columns} from custom_field f where f.config_id = ${shopId} and f.id = ${id}`.execute(db)
  if (!rows[0]) throw customFieldMissing()
  return rows[0]
}

export const customFieldMissing = () => new AppError(404, 'not_found', 'Custom field not found')
