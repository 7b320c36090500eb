import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

const run = 'window.ran=1'

/**
 * Texts that would become code where a page does not take them for texts: elements that they make have the attribute
 * `data-xss`, and code that runs sets `window.ran`.
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

/** What has an effect by its value, or is only ever written by the shop itself. */
const machinery = [
  'answered_write',
  'mail',
  'mailed_link',
  'migration',
  'rate_limit',
  'setting',
  'shop_host',
  'product_listing',
  'app_user.password_hash',
  'collection.rule',
  'journal.action',
  'journal.subject',
  'journal.subject_id',
  'role.permissions',
  'shop.currency',
  'shop.locale',
  'shop.time_zone',
  // Objects of known fields.
  'shop_order.shipping_address',
  'shop_order.billing_address',
  'shopper.share_token',
]

/**
 * Writes the payloads past the API into every text of every table, each row another one, and all of them together where
 * there is room. Answers the columns that took them: the others hold what only an address, a code or a file name can be.
 */
export async function poison(db: Database): Promise<string[]> {
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

const all = sql`${payloads.join('\n\n')} || ' ' || n`
const one = sql`(${payloads}::text[])[1 + n % ${payloads.length}] || ' ' || n`
// Where a text has to be unique as well.
const short = sql`btrim(left(n || ${one}, 60))`

/** A text as it is; of lists every text, of objects every name and value as well. */
function inForm(type: string, text: typeof all) {
  if (type === 'text') return text
  if (type === '_text') return sql`array(select ${text} || part from unnest(old) part)`
  return sql`case jsonb_typeof(old) when 'object' then
    (select coalesce(jsonb_object_agg(${text} || key, case jsonb_typeof(value) when 'string' then to_jsonb(${text} || (value #>> '{}')) else value end), '{}')
      from jsonb_each(old)) else old end`
}

/** Whether the column takes it: a check or a reference may not. */
async function take(db: Database, table: string, column: string, text: typeof all): Promise<boolean> {
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
