import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { tablesByShop } from '#test/harness/schema/shop-tables.ts'
import { read } from '#test/project-files.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

/** Tables of the whole installation, and why no shop owns their rows. */
const ofInstallation: Record<string, string> = {
  shop_host: 'is read to find the shop of a request',
  image_queue: 'names files, and shops with the same image share its file',
  job_lease: 'jobs work for all shops',
  migration: 'describes the database',
  rate_limit: 'counts by a key that is made of the shop, the call and the sender',
}

/** Keys without the shop that stay for now, and why. */
const exceptions: Record<string, string> = {
  shopper_visitor_hash_key:
    'the version before 065 names it in an “on conflict”; drop it in a later release, and its line in deploy/citus.sql',
}

/** A unique index or a foreign key. */
interface Key {
  name: string
  table: string
}

/** Unique indexes, those of constraints included, and foreign keys of tables with a shop, whose columns lack the shop. */
async function keysWithoutShop(): Promise<Key[]> {
  const byShop = [...(await tablesByShop(db))]
  const { rows } = await sql<Key>`
    with key as (
      select indexrelid::regclass::text as name, indrelid as relid, indkey::int2[] as columns from pg_index where indisunique
      union all
      select conname, conrelid, conkey from pg_constraint where contype = 'f'
    )
    select name, relid::regclass::text as table from key
    where relid::regclass::text = any(${byShop}) and not exists (
      select from pg_attribute a where a.attrelid = key.relid and a.attname = 'config_id' and a.attnum = any(key.columns))
    order by name`.execute(db)
  return rows
}

test('each unique key and foreign key of a shop’s table holds the shop', async () => {
  expect((await keysWithoutShop()).map(({ name }) => name)).toEqual(Object.keys(exceptions))
})

test('a key without the shop is noticed', async () => {
  await sql`create table broken (config_id int, id int primary key, other int unique, parent int references broken)`.execute(
    db,
  )
  const found = (await keysWithoutShop()).map(({ name }) => name).filter((name) => name.startsWith('broken'))
  await sql`drop table broken`.execute(db)
  expect(found).toEqual(['broken_other_key', 'broken_parent_fkey', 'broken_pkey'])
})

test('a table without the shop is one of the installation', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  const byShop = await tablesByShop(db)
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !byShop.has(name))
      .toSorted(),
  ).toEqual(Object.keys(ofInstallation).toSorted())
})

describe('deploy/citus.sql', () => {
  const script = read('deploy/citus.sql')
  test('distributes every table of shops by the shop, in one group', async () => {
    const named = [...script.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, table = '']) => table)
    expect(named.toSorted()).toEqual([...(await tablesByShop(db))].toSorted())
  })
})
