import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { listFiles, youngest, type Storage } from '#server/platform/storage.ts'

const hour = 3_600_000
/** Housekeeping comes every half hour, so that no file is there for more than an hour without a row. */
const halfHour = 1_800_000
const batch = 500

/**
 * Removes pictures that were uploaded more than an hour ago and that no record has named since, and files of more than half
 * an hour that no row knows. Answers how many rows and files that were. Rows go first, so that there is never a row without its file.
 */
export async function removeLoosePictures(
  db: Database,
  { folder, storage }: { folder: string; storage: Storage },
): Promise<number> {
  const rows = await removeRows(db, hour)
  return rows + (await removeFiles(db, folder, storage, halfHour))
}

async function removeRows(db: Database, age: number): Promise<number> {
  const { rows } = await sql<{ config_id: number; file: string }>`
    select config_id, file from picture where loose_since < now() - make_interval(secs => ${age / 1000})
    order by loose_since limit ${batch}`.execute(db)
  let count = 0
  for (const { config_id: configId, file } of rows) {
    try {
      count += await removeRow(db, configId, file, age)
    } catch (error) {
      if (!violation(error)) throw error
      // A record shows it after all.
      await sql`update picture set loose_since = null where config_id = ${configId} and file = ${file}`.execute(
        db,
      )
    }
  }
  return count
}

/** Settings and pages name pictures in their texts, where the database cannot see them. */
async function removeRow(db: Database, configId: number, file: string, age: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from picture where config_id = ${configId} and file = ${file}
      and loose_since < now() - make_interval(secs => ${age / 1000})
      and not exists (select from setting s where s.config_id = ${configId} and strpos(s.value::text, ${file}) > 0)
      and not exists (select from content_page c where c.config_id = ${configId} and strpos(c.body, ${file}) > 0)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

async function removeFiles(db: Database, folder: string, storage: Storage, age: number): Promise<number> {
  const pictures = Map.groupBy(await listFiles(folder), (name) => /^[0-9a-f]{20}(?=[.-])/.exec(name)?.[0])
  const files = [...pictures.keys()].filter((hash) => hash !== undefined).map((hash) => `${hash}.webp`)
  let count = 0
  for (let from = 0; from < files.length; from += batch) {
    const some = files.slice(from, from + batch)
    const known = await listKnown(db, some)
    for (const file of some.filter((name) => !known.has(name))) {
      const names = [file, ...(pictures.get(file.replace('.webp', '')) ?? [])]
      const isOld = async () => (await youngest(folder, names)) < Date.now() - age
      if (await removeFile(db, storage, names, isOld)) count++
    }
  }
  return count
}

/** Of any shop, and of people: equal pictures are one file. */
async function listKnown(db: Database, files: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`
    select file from picture where file = any(${files}::text[])
    union select picture from app_user where picture = any(${files}::text[])`.execute(db)
  return new Set(rows.map(({ file }) => file))
}

/** The picture that is named first, and its scaled forms. Whoever adds a row for it (`addPictures`) comes before or after this. */
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
