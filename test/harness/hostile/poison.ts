import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'

const run = 'window.ran=1'

/**
 * Texts that run as code if a page does not escape them. Their elements have the attribute `data-xss`, and their code
 * sets `window.ran`.
 */
export const payloads: readonly string[] = [
  `<script data-xss>${run}</script>`,
  `"><img data-xss src=x onerror=${run}>`,
  `'><svg data-xss onload=${run}>`,
  `</script><script data-xss>${run}</script>`,
  `javascript:${run}//`,
  `{{constructor.constructor('${run}')()}}`,
  `[a](javascript:${run})`,
  `[a](java&#10;script:${run})`,
  `![a](/x"onerror="${run})`,
  `<javascript:${run}>`,
  `<a data-xss href=javascript:${run}>a</a>`,
  `[a](data:text/html,<script>${run}</script>)`,
  `</title></textarea><img data-xss src=x onerror=${run}>`,
  `<!--<script data-xss>`,
  `\u2028${run}//<iframe data-xss srcdoc="<script>${run}</script>">`,
]

/** Columns whose value has an effect, or that only the shop itself writes. */
const machinery = [
  'idempotency_key',
  'email',
  'email_token',
  'migration',
  'rate_limit',
  'setting',
  'shop_host',
  'product_listing',
  'app_user.password_hash',
  'collection.rule',
  'audit_entry.action',
  'audit_entry.subject',
  'audit_entry.subject_id',
  'role.permissions',
  'shop.currency',
  'shop.locale',
  'shop.time_zone',
  // JSON objects with known fields.
  'shop_order.shipping_address',
  'shop_order.billing_address',
  'shopper.share_token',
]

/**
 * Writes the texts directly into every text column of every table: one per row, or all together if they fit.
 * Returns the columns that accepted them; the others accept only URLs, codes or file names.
 */
export async function poison(db: Database, texts: readonly string[] = payloads): Promise<string[]> {
  const all = sql`${texts.join('\n\n')} || ' ' || n`
  const one = sql`(${texts}::text[])[1 + n % ${texts.length}] || ' ' || n`
  // Keeps unique texts unique.
  const short = sql`btrim(left(n || ${one}, 60))`
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, udt_name as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and udt_name in ('text', '_text', 'jsonb') order by 1, ordinal_position`.execute(db)
  const poisoned: string[] = []
  for (const { table, column, type } of columns) {
    const name = `${table}.${column}`
    if (machinery.includes(table) || machinery.includes(name)) continue
    for (const text of [all, one, short]) {
      if (!(await take(db, table, column, inForm(type, text)))) continue
      poisoned.push(name)
      break
    }
  }
  return poisoned
}

/** Replaces a text, every text of a list, and every name and value of an object. */
function inForm(type: string, text: RawBuilder<unknown>) {
  if (type === 'text') return text
  if (type === '_text') return sql`array(select ${text} || part from unnest(old) part)`
  return sql`case jsonb_typeof(old) when 'object' then
    (select coalesce(jsonb_object_agg(${text} || key, case jsonb_typeof(value) when 'string' then to_jsonb(${text} || (value #>> '{}')) else value end), '{}')
      from jsonb_each(old)) else old end`
}

/** Whether the column accepts it; a check or a reference may not. */
async function take(
  db: Database,
  table: string,
  column: string,
  text: RawBuilder<unknown>,
): Promise<boolean> {
  try {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table)} t set ${sql.ref(column)} = p.text
      from (select at, ${text} as text from (
        select ctid as at, ${sql.ref(column)} as old, row_number() over () as n from ${sql.table(table)}) r) p
      where t.ctid = p.at`.execute(db)
    return numAffectedRows > 0n
  } catch {
    return false
  }
}
