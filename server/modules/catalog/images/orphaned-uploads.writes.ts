import { sql } from 'kysely'
import { violation, type Database } from '#server/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

const MAX_ROW_AGE_MS = 3_600_000
/** Housekeeping runs every half hour, so no file without a row lasts longer than an hour. */
const MAX_FILE_AGE_MS = 1_800_000
const BATCH_SIZE = 500

/**
 * Removes uploads that no record has used within an hour, and files older than half an hour without a row. Returns how many
 * rows and files it removed. Rows go first, so that every row has its file.
 */
export async function removeOrphanedUploads(db: Database, storage: Storage): Promise<number> {
  const rows = await removeRows(db, MAX_ROW_AGE_MS)
  return rows + (await removeFiles(db, storage, MAX_FILE_AGE_MS))
}

async function removeRows(db: Database, ageMs: number): Promise<number> {
  const { rows } = await sql<{ config_id: number; file: string }>`
    select config_id, file from image where orphaned_since < now() - make_interval(secs => ${ageMs / 1000})
    order by orphaned_since limit ${BATCH_SIZE}`.execute(db)
  let count = 0
  for (const { config_id: shopId, file } of rows) {
    try {
      count += await removeRow(db, shopId, file, ageMs)
    } catch (error) {
      if (!violation(error)) throw error
      // A foreign key refused the deletion: a record uses the image after all.
      await sql`update image set orphaned_since = null where config_id = ${shopId} and file = ${file}`.execute(
        db,
      )
    }
  }
  return count
}

/** Settings and content pages refer to images within their texts, without a foreign key. */
async function removeRow(db: Database, shopId: number, file: string, ageMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from image where config_id = ${shopId} and file = ${file}
      and orphaned_since < now() - make_interval(secs => ${ageMs / 1000})
      and not exists (select from setting s where s.config_id = ${shopId} and strpos(s.value::text, ${file}) > 0)
      and not exists (select from content_page c where c.config_id = ${shopId} and strpos(c.body, ${file}) > 0)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function removeFiles(db: Database, storage: Storage, ageMs: number): Promise<number> {
  const images = new Map<string, string[]>()
  for await (const { name } of storage.list()) {
    const hash = /^[0-9a-f]{20}(?=[.-])/.exec(name)?.[0]
    if (hash !== undefined) images.set(hash, [...(images.get(hash) ?? []), name])
  }
  const files = [...images.keys()].map((hash) => `${hash}.webp`)
  let count = 0
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    const part = files.slice(from, from + BATCH_SIZE)
    const known = await listKnown(db, part)
    for (const file of part.filter((name) => !known.has(name))) {
      const names = [file, ...(images.get(file.replace('.webp', '')) ?? [])]
      const isOld = async () => (await latestModification(storage, names)) < Date.now() - ageMs
      if (await removeFile(db, storage, names, isOld)) count++
    }
  }
  return count
}

/** In ms since 1970. Missing files do not count. */
async function latestModification(storage: Storage, names: readonly string[]): Promise<number> {
  const files = await Promise.all(names.map((name) => storage.stat(name)))
  return Math.max(0, ...files.map((file) => file?.modifiedAt ?? 0))
}

/** The files that a shop, an account or a comment uses. Shops share files, because equal images have one name. */
async function listKnown(db: Database, files: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`
    select file from image where file = any(${files}::text[])
    union select image from app_user where image = any(${files}::text[])
    union select file from comment_photo where file = any(${files}::text[])
    union select file from order_return_photo where file = any(${files}::text[])`.execute(db)
  return new Set(rows.map(({ file }) => file))
}

/** Removes an image, the first name, and its scaled versions. The lock keeps `addImages` from registering it at the same time. */
async function removeFile(
  db: Database,
  storage: Storage,
  names: readonly string[],
  isOld: () => Promise<boolean>,
): Promise<boolean> {
  const [file = ''] = names
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${file}`}, 0))`.execute(tx)
    if ((await listKnown(tx, [file])).size > 0 || !(await isOld())) return false
    await Promise.all(names.map((name) => storage.remove(name)))
    return true
  })
}
