import pg from 'pg'
import { runningUrl } from '#server/db/embedded/address.ts'
import { databaseName } from '#server/db/embedded/start.ts'

/** Gives each product of shop 1 six custom fields with values: one of 1,000 lots, three grades, an amount, a day, yes or no. */
export async function addCustomValues(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: runningUrl(dataDir, databaseName) })
  await client.connect()
  await client.query(`insert into custom_field (config_id, subject, key, kind, name, choices, is_filterable)
    select 1, 'product', key, kind, key, case when kind = 'choice' then array['A', 'B', 'C'] else '{}' end, true
    from (values ('lot', 'number'), ('watts', 'number'), ('deposit', 'money'), ('launch', 'date'), ('grade', 'choice'),
      ('fragile', 'yes_no')) as f (key, kind)
    on conflict do nothing`)
  await client.query(`insert into custom_values (config_id, subject, subject_id, extra)
    select 1, 'product', id, jsonb_build_object('lot', id % 1000, 'watts', id % 120, 'deposit', id % 50,
      'launch', ('2026-01-01'::date + id % 365)::text, 'grade', (array['A', 'B', 'C'])[1 + id % 3], 'fragile', id % 2 = 0)
    from product where config_id = 1
    on conflict do nothing`)
  await client.query('vacuum analyze custom_values')
  await client.end()
}
