import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { StartError } from '#server/start-error.ts'
import { listArchiveTables, renumbered, type ArchiveTable } from './archive-tables.queries.ts'
import { insertArchivedRows } from './insert-rows.writes.ts'
import type { Archive } from './read-archive.ts'
import { lastMigration } from './write-archive.ts'

/** What a shop has before anyone has used it: the import replaces these rows. */
const initialTables = new Set(['shop', 'setting', 'role', 'app_user', 'search_synonym'])

interface RestoreOptions {
  shopId: number
  storage: Storage
  /** The hash of a password that nobody knows, for accounts of an archive without passwords. */
  unknownPassword: string
}

/**
 * Fills an empty shop with an archive, in one transaction. Other shops of the same database can be read, but their writes
 * wait. Throws a `StartError` if the shop is not empty or has another version. The handle must have no statement timeout.
 */
export async function restoreShop(db: Database, archive: Archive, options: RestoreOptions): Promise<void> {
  const { shopId, storage } = options
  const added: string[] = []
  try {
    await db.transaction().execute(async (tx) => {
      const tables = await listArchiveTables(tx, archive.manifest)
      await requireSameSchema(tx, archive, tables)
      await lockTables(tx, tables)
      await requireEmpty(tx, shopId, tables)
      for (const { name } of archive.files) {
        if (await storage.exists(name)) continue
        added.push(name)
        await storage.put(name, await archive.readFile(name))
      }
      await setTriggers(tx, tables, 'disable')
      await removeInitialRows(tx, shopId)
      for (const table of tables) await insertRows(tx, archive, table, options).catch(explain(table))
      await setTriggers(tx, tables, 'enable')
      await deriveRows(tx, shopId)
      await sql`select pg_notify('catalog', ${String(shopId)})`.execute(tx)
    })
  } catch (error) {
    for (const name of added) await storage.remove(name)
    throw error
  }
}

/** Such as a value that another shop of the installation has already. */
const explain = (table: ArchiveTable) => (error: unknown) => {
  if (!(error instanceof pg.DatabaseError)) throw error
  throw new StartError(
    `The rows of ${table.name} could not be imported: ${error.message}. Nothing was changed.`,
  )
}

async function requireSameSchema(
  tx: Transaction,
  { manifest }: Archive,
  tables: ArchiveTable[],
): Promise<void> {
  const schema = await lastMigration(tx)
  if (manifest.schema !== schema) {
    throw new StartError(
      `This archive comes from a shop with the database version ${manifest.schema}, and this one has ${schema}: export and import with the same version, then update.`,
    )
  }
  const describe = (list: readonly { name: string; columns: readonly string[] }[]) =>
    list.map(({ name, columns }) => `${name}(${columns.join()})`).sort()
  const [known, given] = [describe(tables), describe(manifest.tables)]
  const different = known.find((table, index) => table !== given[index])
  if (different || known.length !== given.length) {
    throw new StartError('The tables of this archive are not those of this version of the shop.')
  }
}

/** Nobody else writes until the import has ended, so ids and triggers can be set. */
async function lockTables(tx: Transaction, tables: readonly ArchiveTable[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in share row exclusive mode`.execute(
    tx,
  )
}

async function requireEmpty(tx: Transaction, shopId: number, tables: readonly ArchiveTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where config_id = ${shopId}`.execute(tx)
    const allowed = name === 'app_user' ? 1 : 0
    const count = rows[0]?.count ?? 0
    if (count > allowed && (allowed > 0 || !initialTables.has(name))) {
      throw new StartError(
        `The shop is not empty: its table ${name} has ${count} rows. Import into a new shop (DEMO=0), or add one with shop:add.`,
      )
    }
  }
}

async function setTriggers(
  tx: Transaction,
  tables: readonly ArchiveTable[],
  how: 'enable' | 'disable',
): Promise<void> {
  for (const { name } of tables)
    await sql`alter table ${sql.table(name)} ${sql.raw(how)} trigger user`.execute(tx)
}

async function removeInitialRows(tx: Transaction, shopId: number): Promise<void> {
  for (const name of ['setting', 'app_user', 'role', 'search_synonym'] as const) {
    await sql`delete from ${sql.table(name)} where config_id = ${shopId}`.execute(tx)
  }
}

async function insertRows(
  tx: Transaction,
  archive: Archive,
  table: ArchiveTable,
  { shopId, unknownPassword }: RestoreOptions,
): Promise<void> {
  const { name, identities } = table
  const base = name in renumbered ? await lastId(tx, name) : 0
  await insertArchivedRows(tx, archive, table, { shopId, into: name, base, unknownPassword })
  for (const column of identities) await raiseSequence(tx, name, column)
}

async function lastId(tx: Transaction, name: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(id), 0)::int8 as last from ${sql.table(name)}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** New rows get ids above those of the archive. */
async function raiseSequence(tx: Transaction, name: string, column: string): Promise<void> {
  await sql`select setval(s.name::regclass, greatest(m.id, n.last_value))
    from (select pg_get_serial_sequence(${name}, ${column}) as name) s
    cross join lateral (select coalesce(pg_sequence_last_value(s.name::regclass), 0) as last_value) n
    cross join (select max(${sql.ref(column)}) as id from ${sql.table(name)}) m
    where m.id is not null`.execute(tx)
}

/** Writes what follows from the rows, which the triggers would have written. Search documents of products follow at the commit. */
async function deriveRows(tx: Transaction, shopId: number): Promise<void> {
  await sql`select refresh_product_listing(array_agg(config_id), array_agg(id)) from product
    where config_id = ${shopId} having count(*) > 0`.execute(tx)
  await sql`insert into comment_count (config_id, product_id, kind, variant_id, rating, comments)
    select config_id, product_id, kind, coalesce(variant_id, 0), coalesce(rating, 0), count(*) from comment
    where config_id = ${shopId} and status = 'visible' and kind <> 'answer' group by 1, 2, 3, 4, 5`.execute(
    tx,
  )
  await sql`select add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id),
      array_agg(facet), array_agg(products))
    from (
      select config_id, category_id, subcategory_id, facet, count(*) as products
      from product cross join unnest(counted_facets(in_stock, on_sale, stars, facets)) as facet
      where config_id = ${shopId} and status = 'live' and deleted_at is null group by 1, 2, 3, 4
    ) counted having count(*) > 0`.execute(tx)
  // A job writes the documents of orders and customers: there may be a million.
  await sql`insert into search_document_backlog (config_id, kind, up_to)
    select config_id, 'order', max(id) from shop_order where config_id = ${shopId} group by config_id
    union all select config_id, 'customer', max(id) from app_user where config_id = ${shopId} group by config_id
    on conflict (config_id, kind) do update set up_to = excluded.up_to`.execute(tx)
  await sql`select fill_customers(${shopId})`.execute(tx)
  await sql`select queue_search_documents(array_agg(config_id), array_agg(id)) from product
    where config_id = ${shopId} and status = 'live' having count(*) > 0`.execute(tx)
}
