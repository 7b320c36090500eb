import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import { settingKeys, updateSettings } from '#server/modules/settings/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { createZip, openZip } from '#server/platform/zip.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { fillEveryTable } from '#test/harness/data/every-table.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { listArchiveTables, type ArchiveTable } from './archive-tables.queries.ts'
import { contentHash, type Manifest } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { restoreShop } from './restore-shop.writes.ts'
import { verifyArchive } from './verify-archive.ts'
import { writeArchive } from './write-archive.ts'

let folder: string
let source: TestDatabase
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-values-'))
  source = await testDatabase()
  db = connect(source.url, { max: 2, limits: false })
  await makeGoods(source.db)
  await fillEveryTable(source.db, 20)
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await source.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string) =>
  writeArchive(db, {
    shopId: 1,
    path: join(folder, name),
    storage: folderStorage(join(folder, 'none')),
    passwords: true,
  })

/** Imports the archive into an empty shop, and returns the hash of each table as that shop exports it. */
async function comeBack(name: string) {
  const target = await testDatabase()
  const into = connect(target.url, { max: 2, limits: false })
  const archive = await openArchive(join(folder, name))
  try {
    const storage = folderStorage(join(folder, 'target'))
    await restoreShop(into, archive, { shopId: 1, storage, unknownPassword: 'a random hash' })
    const path = join(folder, `again-${name}`)
    return await writeArchive(into, {
      shopId: 1,
      path,
      storage: folderStorage(join(folder, 'target')),
      passwords: true,
    })
  } finally {
    archive.close()
    await into.destroy()
    await target.drop()
  }
}

const hashesOf = ({ tables }: Manifest) =>
  Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, `${rows} rows ${sha256}`]))

async function expectSame(name: string) {
  const before = await write(name)
  await verifyArchive(db, join(folder, name))
  expect(hashesOf(await comeBack(name))).toEqual(hashesOf(before))
}

/** Any JSON, also what the database could mistake for no value. */
const states = [
  'null',
  '""',
  '0',
  'false',
  '[]',
  '{}',
  '[null]',
  '{"a": null, "b": [null, 1.10, 12345678901234567890.5]}',
  String.raw`"Ä \\ \" \u2028 ਕੱਪ"`,
]

test('an optional amount that staff have cleared comes back cleared', async () => {
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  await db
    .transaction()
    .execute((tx) => updateSettings(tx, context, 'shipping', { express_amount: 90, free_from: 9 }))
  await db.transaction().execute((tx) => updateSettings(tx, context, 'shipping', { express_amount: null }))
  const { rows } = await sql`select value::text from setting where key = 'shipping.express_amount'`.execute(
    db,
  )
  expect(rows).toEqual([{ value: 'null' }])
  await expectSame('cleared.zip')
}, 120_000)

test.each(states)(
  'every setting with the value %s',
  async (state) => {
    expect(settingKeys.length).toBeGreaterThan(40)
    await sql`delete from setting`.execute(db)
    await sql`insert into setting (config_id, key, value) select 1, unnest(${[...settingKeys]}::text[]), ${state}::jsonb`.execute(
      db,
    )
    await expectSame('settings.zip')
  },
  120_000,
)

test('every column that may be empty, with and without a value, and every JSON column with any value', async () => {
  const tables = await listArchiveTables(db, { passwords: true })
  const written = { json: 0, empty: 0, full: 0 }
  for (const table of tables) {
    await db.transaction().execute(async (tx) => {
      // What rows say of each other is not the question here.
      await sql`alter table ${sql.table(table.name)} disable trigger user`.execute(tx)
      for (const column of [...table.requiredJson, ...table.optionalJson]) {
        for (const [place, state] of [...states, undefined].entries()) {
          if (await set(tx, table, { column, place, value: sql`${state ?? null}::jsonb` })) written.json += 1
        }
      }
      for (const column of await nullable(tx, table)) {
        if (await set(tx, table, { column, place: 0, value: sql`null` })) written.empty += 1
      }
      const { rows } = await sql<Record<string, number>>`select ${sql.join(
        table.columns.map((column) => sql`count(${sql.ref(column)})::int as ${sql.ref(column)}`),
      )} from ${sql.table(table.name)}`.execute(tx)
      written.full += Object.values(rows[0] ?? {}).filter((count) => count > 0).length
      await sql`alter table ${sql.table(table.name)} enable trigger user`.execute(tx)
    })
  }
  // Less would mean that the test writes nothing.
  expect(written.json).toBeGreaterThan(30)
  expect(written.empty).toBeGreaterThan(60)
  expect(written.full).toBeGreaterThan(300)
  await expectSame('columns.zip')
}, 120_000)

async function nullable(tx: Transaction<DB>, { name, columns }: ArchiveTable): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname::text as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and not attnotnull and attgenerated = ''`.execute(
    tx,
  )
  return rows.map(({ column }) => column).filter((column) => columns.includes(column))
}

interface Cell {
  column: string
  /** The number of the row. */
  place: number
  value: ReturnType<typeof sql>
}

/** Writes a value into one row. False if the table has no such row or refuses the value. */
async function set(
  tx: Transaction<DB>,
  { name }: ArchiveTable,
  { column, place, value }: Cell,
): Promise<boolean> {
  await sql`savepoint cell`.execute(tx)
  try {
    const { numAffectedRows } = await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${value}
      where ctid = (select ctid from ${sql.table(name)} order by ctid offset ${place} limit 1)`.execute(tx)
    await sql`set constraints all immediate`.execute(tx)
    await sql`release savepoint cell`.execute(tx)
    return (numAffectedRows ?? 0n) > 0n
  } catch {
    await sql`rollback to savepoint cell`.execute(tx)
    return false
  }
}

test('an archive that would come in with another value is refused', async () => {
  await write('right.zip')
  const path = join(folder, 'other.zip')
  const [from, to] = [await openZip(join(folder, 'right.zip')), createZip(path)]
  const textOf = async (name: string) => {
    const parts: Uint8Array[] = []
    for await (const part of from.read(name)) parts.push(part)
    return Buffer.concat(parts)
  }
  const manifest = JSON.parse((await textOf('manifest.json')).toString()) as Manifest
  for (const name of from.names.filter((one) => one !== 'manifest.json')) {
    const bytes = await textOf(name)
    // To the database it is the same value, but the row is written in another way.
    const isChanged = name === 'tables/product.jsonl'
    const changed = isChanged
      ? Buffer.from(bytes.toString().replace('"is_new":false', '"is_new":"f"'))
      : bytes
    const digest = await to.add(name, [changed])
    const table = manifest.tables.find((one) => `tables/${one.name}.jsonl` === name)
    if (table) Object.assign(table, digest)
  }
  manifest.contentHash = contentHash(manifest)
  await to.add('manifest.json', [Buffer.from(JSON.stringify(manifest))])
  await to.close()
  from.close()
  await expect(verifyArchive(db, path)).rejects.toThrow(
    'The rows of product would come in again with other values.',
  )
}, 60_000)
