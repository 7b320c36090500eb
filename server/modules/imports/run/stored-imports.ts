import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { defaultRetention } from '#server/modules/settings/index.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

/** Files and rows of the imports of one shop. */
export const MAX_SHOP_BYTES = 1024 * 1024 * 1024
const BATCH_SIZE = 500

/** Bytes of the files and rows that a shop still has, and how many days it keeps them. */
export async function readStorage(db: Database, shopId: number): Promise<{ bytes: number; days: number }> {
  const { rows } = await sql<{ bytes: number; days: number }>`
    select (select coalesce(sum(stored_bytes), 0)::bigint from data_import where config_id = ${shopId} and emptied_at is null)
        as bytes,
      coalesce((select value::int from setting where config_id = ${shopId} and key = 'retention.import_days'),
        ${defaultRetention.import_days}) as days`.execute(db)
  return rows[0] ?? { bytes: 0, days: defaultRetention.import_days }
}

/** AppError 409 if a file of so many bytes has no room. */
export async function requireRoom(db: Database, shopId: number, bytes: number): Promise<void> {
  const stored = await readStorage(db, shopId)
  if (stored.bytes + bytes <= MAX_SHOP_BYTES) return
  throw new AppError(
    409,
    'imports_full',
    `The files and rows of your imports take ${Math.round(stored.bytes / 2 ** 20)} MB, and the limit is ${MAX_SHOP_BYTES / 2 ** 20} MB. Delete the data of imports that you no longer need.`,
  )
}

/** From now on the import has no file and no rows; housekeeping deletes them. It keeps its mapping. */
export async function markEmptied(
  tx: Transaction,
  { shopId, id }: { shopId: number; id: number },
): Promise<void> {
  await tx
    .updateTable('data_import')
    .set({ emptied_at: sql`clock_timestamp()`, sample: '[]' })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
}

/** Deletes files and rows of imports that are withdrawn or older than the shop keeps them. Returns the count of imports. */
export async function emptyOldImports(db: Database): Promise<number> {
  await sql`
    update data_import d set emptied_at = now(), sample = '[]',
      state = case when state in ('mapping', 'ready', 'failed') then 'withdrawn' else state end
    where ctid = any(array(
      select ctid from data_import i
      where emptied_at is null and state not in ('checking', 'running', 'undoing') and coalesce(finished_at, created_at) < now() -
        coalesce((select value::int from setting s where s.config_id = i.config_id and s.key = 'retention.import_days'),
          ${defaultRetention.import_days}) * interval '1 day'
      for update skip locked))`.execute(db)
  const emptied = await db
    .selectFrom('data_import')
    .select(['config_id', 'id'])
    .where('emptied_at', 'is not', null)
    .where('stored_bytes', '>', 0)
    .execute()
  for (const { config_id: shopId, id } of emptied) {
    await deleteRows(db, shopId, id)
    await sql`update data_import set stored_bytes = 0 where config_id = ${shopId} and id = ${id}`.execute(db)
  }
  return emptied.length
}

/** Deletes the file and the rows of an import, in short statements. */
async function deleteRows(db: Database, shopId: number, id: number): Promise<void> {
  for (const table of ['data_import_item', 'data_import_file']) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where config_id = ${shopId} and import_id = ${id} limit ${BATCH_SIZE}))`.execute(
        db,
      )
      if (numAffectedRows < BATCH_SIZE) break
    }
  }
}

const emailOf = (shopId: number, userId: number) =>
  sql`(select lower(email) from app_user where config_id = ${shopId} and id = ${userId})`

/** What files of customers and orders hold of a person. */
export const importRecords: PersonalRecords = {
  name: 'imports',
  async list(db, shopId, userId) {
    const { rows } = await sql`
      select i.file_name as file, i.created_at as uploaded_at, r.line, r.content
      from data_import_item r join data_import i on i.config_id = r.config_id and i.id = r.import_id
      where r.config_id = ${shopId} and r.content ? 'email'
        and lower(r.content ->> 'email') = ${emailOf(shopId, userId)}
      order by i.id, r.position`.execute(db)
    return rows
  },
  async forget(tx, shopId, userId) {
    // A file that was never checked may name anybody.
    await sql`
      with forgotten as (
        delete from data_import_item where config_id = ${shopId} and content ? 'email'
          and lower(content ->> 'email') = ${emailOf(shopId, userId)}
        returning import_id
      ), named as (
        select id from data_import i where config_id = ${shopId} and kind in ('customers', 'orders')
          and (id in (select import_id from forgotten) or state in ('mapping', 'failed'))
      ), samples as (
        update data_import set sample = '[]' where config_id = ${shopId} and id in (
          select id from data_import where config_id = ${shopId} and id in (select id from named) for update skip locked)
      )
      delete from data_import_file where config_id = ${shopId} and import_id in (select id from named)`.execute(
      tx,
    )
  },
}
