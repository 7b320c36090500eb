import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createZip, type ZipWriter } from '#server/platform/zip.ts'
import { listArchiveTables } from './archive-tables.queries.ts'
import { contentHash, filePath, formatVersion, tablePath, type FileLine, type Manifest } from './manifest.ts'
import { countRows, readLines } from './rows.queries.ts'

export interface ArchiveOptions {
  shopId: number
  /** The path of the new archive. */
  path: string
  /** The uploaded files. */
  storage: Storage
  /** Whether the archive contains the hashes of passwords. */
  passwords?: boolean
  /** `done` of `total` rows and files are written. */
  onProgress?(done: number, total: number): void
}

/** The guide that every archive contains. */
const guide = join(import.meta.dirname, '../../../../docs/export-format.md')

/**
 * Writes everything of a shop to an archive and returns its manifest. All rows are those of one moment, while the shop goes
 * on selling. The handle must have no statement timeout.
 */
export async function writeArchive(db: Database, options: ArchiveOptions): Promise<Manifest> {
  const zip = createZip(options.path)
  try {
    const content = await db.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx)
      await sql`select set_config('timezone', 'UTC', true), set_config('cursor_tuple_fraction', '1', true)`.execute(
        tx,
      )
      return writeContent(tx, zip, options)
    })
    await zip.add('manifest.json', [Buffer.from(`${JSON.stringify(content, null, 2)}\n`)])
    await zip.close()
    return content
  } catch (error) {
    zip.abort()
    throw error
  }
}

async function writeContent(tx: Transaction, zip: ZipWriter, options: ArchiveOptions): Promise<Manifest> {
  const { shopId, passwords = false, onProgress } = options
  const shop = await tx
    .selectFrom('shop')
    .select(['name', 'currency'])
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  const found = await listArchiveTables(tx, { passwords })
  const names = await listFileNames(tx, shopId)
  let total = names.length
  for (const table of found) total += await countRows(tx, shopId, table)
  let done = 0
  const advance = (count: number) => onProgress?.((done += count), total)

  await zip.add('README.md', [await readFile(guide)])
  const tables: Manifest['tables'] = []
  for (const table of found) {
    let rows = 0
    const lines = readLines(tx, shopId, table, (count) => {
      rows += count
      advance(count)
    })
    const digest = await zip.add(tablePath(table.name), lines)
    tables.push({ name: table.name, columns: [...table.columns], rows, ...digest })
  }
  const { written, missingFiles } = await writeFiles(zip, names, options.storage, advance)
  const lines = written.map((line) => `${JSON.stringify(line)}\n`)
  const files = { ...(await zip.add('files.jsonl', [Buffer.from(lines.join(''))])), count: written.length }
  return {
    format: 'haat-export',
    version: formatVersion,
    createdAt: new Date().toISOString(),
    shop,
    schema: await lastMigration(tx),
    passwords,
    tables,
    files,
    missingFiles,
    contentHash: contentHash({ tables, files }),
  }
}

/** Images are compressed already. */
async function writeFiles(
  zip: ZipWriter,
  names: readonly string[],
  storage: Storage,
  advance: (count: number) => void,
) {
  const written: FileLine[] = []
  const missingFiles: string[] = []
  for (const name of names) {
    const bytes = await storage.get(name)
    if (bytes) {
      const digest = await zip.add(filePath(name), [bytes], { compress: false })
      written.push({ name, ...digest })
    } else {
      missingFiles.push(name)
    }
    advance(1)
  }
  return { written, missingFiles }
}

/** The files that rows of the shop name. Scaled images are made again when someone asks for them. */
async function listFileNames(tx: Transaction, shopId: number): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select file from (
      select file from image where config_id = ${shopId}
      union select file from comment_photo where config_id = ${shopId}
      union select file from order_return_photo where config_id = ${shopId}
      union select image from app_user where config_id = ${shopId} and image is not null
    ) files order by file collate "C"`.execute(tx)
  return rows.map(({ file }) => file)
}

/** The name of the last migration of a database. */
export async function lastMigration(db: Database): Promise<string> {
  const { rows } = await sql<{
    name: string
  }>`select name from migration order by name collate "C" desc limit 1`.execute(db)
  return rows[0]?.name ?? ''
}
