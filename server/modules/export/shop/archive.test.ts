import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { StartError } from '#server/start-error.ts'
import { createZip, openZip } from '#server/platform/zip.ts'
import { testDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { fillEveryTable } from '#test/harness/data/every-table.ts'
import { read } from '#test/project-files.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { loadDemo } from '../../../../demo/load-demo.ts'
import { leftOut, listArchiveTables } from './archive-tables.queries.ts'
import { openArchive } from './read-archive.ts'
import { restoreShop } from './restore-shop.writes.ts'
import { writeArchive } from './write-archive.ts'

let folder: string
let source: TestDatabase
/** An archive of the demo shop with customers, orders and everything else. */
let path: string
/** Hashes of its tables by name. */
let hashes: Record<string, string>

const hashesOf = ({ tables, files }: Awaited<ReturnType<typeof writeArchive>>) => ({
  ...Object.fromEntries(tables.map((table) => [table.name, `${table.rows} rows ${table.sha256}`])),
  files: files.sha256,
})

const uploadsOf = (name: string) => join(folder, name, 'uploads')

/** Runs with a handle without limits, as the commands have. */
async function withHandle<T>({ url }: TestDatabase, run: (db: ReturnType<typeof connect>) => Promise<T>) {
  const db = connect(url, { max: 2, limits: false })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const exportShop = (from: TestDatabase, name: string, options: object = {}) =>
  withHandle(from, (db) =>
    writeArchive(db, {
      shopId: 1,
      path: join(folder, `${name}.zip`),
      storage: folderStorage(uploadsOf(name)),
      ...options,
    }),
  )

async function importShop(into: TestDatabase, name: string, archivePath: string, shopId = 1) {
  const archive = await openArchive(archivePath)
  const storage = folderStorage(uploadsOf(name))
  return withHandle(into, (db) =>
    restoreShop(db, archive, { shopId, storage, unknownPassword: 'a random hash' }),
  ).finally(() => archive.close())
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-archive-'))
  source = await testDatabase()
  await loadDemo(source.db, { shopId: 1, storage: openUploadsFolder(join(folder, 'source')) })
  await withHandle(source, (db) => fillEveryTable(db, 100))
  path = join(folder, 'source.zip')
  hashes = hashesOf(await exportShop(source, 'source', { passwords: true }))
}, 120_000)

afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true })
})

test('the archive has every table of a shop, except those that are left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'config_id'`.execute(source.db)
  const names = (await listArchiveTables(source.db, { passwords: false })).map(({ name }) => name)
  expect([...names, ...Object.keys(leftOut)].sort()).toEqual(rows.map(({ name }) => name).sort())
  const empty = Object.entries(hashes).filter(([, hash]) => hash.startsWith('0 rows'))
  expect(empty.map(([name]) => name)).toEqual([])
  const guide = read('docs/export-format.md')
  expect(rows.map(({ name }) => name).filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('an empty shop with the archive has the same content and works', async () => {
  const target = await testDatabase()
  await target.db
    .insertInto('app_user')
    .values({
      config_id: 1,
      role_id: 1,
      full_name: 'Admin',
      email: 'admin@example.com',
      password_hash: 'none',
    })
    .execute()
  await importShop(target, 'target', path)
  expect(hashesOf(await exportShop(target, 'target', { passwords: true }))).toEqual(hashes)
  expect(await checkLedger(target.db)).toEqual([])
  const derived = async ({ db }: TestDatabase) =>
    (
      await sql`select
        (select json_agg(l order by product_id) from product_listing l) as listing,
        (select json_agg(c order by product_id, kind, variant_id, rating) from comment_count c where comments > 0) as comments,
        (select json_agg(f order by f::text) from (select category_id, subcategory_id, facet, sum(delta)
          from facet_count group by 1, 2, 3 having sum(delta) <> 0) f) as facets,
        (select json_agg(product_id order by product_id) from search_document) as documents`.execute(db)
    ).rows
  expect(await derived(target)).toEqual(await derived(source))
  const order = await sql<{
    id: number
  }>`insert into category (config_id, name, slug) values (1, 'After', 'after')
    returning id`.execute(target.db)
  expect(order.rows[0]?.id).toBeGreaterThan(0)
  await expect(importShop(target, 'target', path)).rejects.toThrow(/^The shop is not empty: its table /)
  await target.drop()
}, 60_000)

test('a shop beside others gets the same content, and numbers of its own in shared sequences', async () => {
  const target = await testDatabase()
  await sql`insert into audit_entry (config_id, actor_name, action, subject, subject_id, after)
    select 1, 'Asha', 'create', 'category', '1', '{}' from generate_series(1, 7)`.execute(target.db)
  await sql`insert into shop (name) values ('Second')`.execute(target.db)
  await importShop(target, 'second', path, 2)
  const again = await exportShop(target, 'second', { shopId: 2, passwords: true })
  expect(hashesOf(again)).toEqual(hashes)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where config_id = 1`.execute(target.db)
  expect(rows).toEqual([{ count: 7 }])
  // The rows of the first shop are in use, such as the cookies of visitors.
  await sql`insert into shop (name) values ('Third')`.execute(target.db)
  await expect(importShop(target, 'second', path, 3)).rejects.toThrow(
    /^The rows of shopper could not be imported: .*Nothing was changed\.$/,
  )
  const left = await sql`select (select count(*)::int from product where config_id = 3) as products,
    (select count(*)::int from role where config_id = 3) as roles`.execute(target.db)
  expect(left.rows).toEqual([{ products: 0, roles: 2 }])
  const { rows: triggers } =
    await sql`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`.execute(target.db)
  expect(triggers).toEqual([])
  await target.drop()
}, 60_000)

test('without passwords, no hash of a password or credential is in the archive', async () => {
  await exportShop(source, 'plain', { storage: folderStorage(uploadsOf('source')) })
  const archive = await openArchive(join(folder, 'plain.zip'))
  const [users = []] = await collect(archive.readRows('app_user'))
  expect(users).toHaveLength(100)
  expect(users.join()).not.toMatch(/password/)
  archive.close()
  const target = await testDatabase()
  await importShop(target, 'plain', join(folder, 'plain.zip'))
  const { rows } = await sql`select distinct password_hash from app_user`.execute(target.db)
  expect(rows).toEqual([{ password_hash: 'a random hash' }])
  await target.drop()
}, 60_000)

test('the archive shows one moment, although the shop sells while it is written', async () => {
  let sold = false
  const sell = (done: number) => {
    if (sold || done === 0) return
    sold = true
    void source.db
      .insertInto('content_page')
      .values({ config_id: 1, slug: 'late', title: 'Late', body: '' })
      .execute()
  }
  const during = await exportShop(source, 'during', {
    storage: folderStorage(uploadsOf('source')),
    passwords: true,
    onProgress: sell,
  })
  expect(hashesOf(during)).toEqual(hashes)
  const { rows } = await sql`delete from content_page where slug = 'late' returning slug`.execute(source.db)
  expect(rows).toHaveLength(1)
})

test('a missing file is listed, and does not hold up the export', async () => {
  const storage = folderStorage(uploadsOf('few'))
  const archive = await openArchive(path)
  const [file] = archive.files
  await storage.put(file?.name ?? '', await archive.readFile(file?.name ?? ''))
  const { files, missingFiles } = await exportShop(source, 'few')
  expect(files.count).toBe(1)
  expect(missingFiles).toHaveLength(archive.files.length - 1)
  archive.close()
})

describe('a damaged archive is refused in a sentence, and changes nothing', () => {
  let target: TestDatabase
  /** An archive of the same shop with one image, which is quickly written again. */
  const small = () => join(folder, 'small.zip')
  beforeAll(async () => {
    target = await testDatabase()
    const archive = await openArchive(path)
    const [file = { name: '' }] = archive.files
    await folderStorage(uploadsOf('small')).put(file.name, await archive.readFile(file.name))
    archive.close()
    await exportShop(source, 'small', { passwords: true })
  })
  afterAll(() => target.drop())

  async function refusal(damagedPath: string): Promise<string> {
    const error: unknown = await importShop(target, 'damaged', damagedPath).then(
      () => new Error('it was imported'),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StartError)
    const { rows } =
      await sql`select (select count(*)::int from product) as products, name from shop`.execute(target.db)
    expect(rows).toEqual([{ products: 0, name: 'My shop' }])
    return (error as Error).message
  }

  async function damage(change: (bytes: Buffer) => Buffer): Promise<string> {
    const damagedPath = join(folder, 'damaged.zip')
    await writeFile(damagedPath, change(await readFile(path)))
    return damagedPath
  }

  /** The small archive with other content for some entries; undefined removes one. */
  async function rewrite(changes: Record<string, ((text: string) => string) | undefined>): Promise<string> {
    const damagedPath = join(folder, 'rewritten.zip')
    const [from, to] = [await openZip(small()), createZip(damagedPath)]
    for (const name of from.names) {
      if (name in changes && !changes[name]) continue
      const bytes = Buffer.concat(await collect(from.read(name)))
      await to.add(name, [Buffer.from(changes[name]?.(bytes.toString()) ?? bytes)])
    }
    await to.close()
    from.close()
    return damagedPath
  }

  test.each([0.01, 0.5, 0.9, 0.999])('cut at %d of its length', async (part) => {
    expect(await refusal(await damage((bytes) => bytes.subarray(0, bytes.length * part)))).toMatch(
      /damaged or incomplete/,
    )
  })

  test('no zip file at all', async () => {
    expect(await refusal(await damage(() => Buffer.from('Name,Price\n')))).toMatch(/damaged or incomplete/)
  })

  // Dates and names inside the zip's own headers carry no content, so these places are in the middle of entries.
  test.each([0.02, 0.1, 0.3, 0.5, 0.7])('a byte flipped at %d of its length', async (part) => {
    const flip = (bytes: Buffer) => {
      const at = Math.floor(bytes.length * part)
      bytes[at] = (bytes[at] ?? 0) ^ 16
      return bytes
    }
    expect(await refusal(await damage(flip))).toMatch(/damaged or incomplete/)
  })

  test('a missing table, file or manifest', async () => {
    const { files } = await openArchive(small())
    expect(await refusal(await rewrite({ 'tables/product.jsonl': undefined }))).toMatch(
      /tables\/product.jsonl is missing/,
    )
    expect(await refusal(await rewrite({ [`files/${files[0]?.name}`]: undefined }))).toMatch(/is missing/)
    expect(await refusal(await rewrite({ 'files.jsonl': undefined }))).toMatch(/files.jsonl is missing/)
    expect(await refusal(await rewrite({ 'manifest.json': undefined }))).toMatch(/no manifest.json/)
  })

  test('changed rows or a changed manifest', async () => {
    const cheaper = (text: string) => text.replace('"price":', '"price":1')
    expect(await refusal(await rewrite({ 'tables/variant.jsonl': cheaper }))).toMatch(
      /variant.jsonl is not as it was written/,
    )
    const other = (from: RegExp, to: string) => ({
      'manifest.json': (text: string) => text.replace(from, to),
    })
    expect(await refusal(await rewrite(other(/"version": 1/, '"version": 2')))).toMatch(
      /version 2 of the format/,
    )
    expect(await refusal(await rewrite(other(/"schema": "\w+/, '"schema": "900_later')))).toMatch(
      /database version 900_later/,
    )
    expect(await refusal(await rewrite(other(/"rows": \d+/, '"rows": 3')))).toMatch(/rows instead of 3/)
    expect(await refusal(await rewrite(other(/"name": "address"/, '"name": "adress"')))).toMatch(
      /contradicts itself/,
    )
    expect(await refusal(await rewrite(other(/"full_name",/, '"fullname",')))).toMatch(
      /tables of this archive/,
    )
    expect(await refusal(await rewrite(other(/"shop"/, '"store"')))).toMatch(/not valid/)
    expect(await refusal(await rewrite(other(/\{/, '')))).toMatch(/damaged or incomplete/)
  })
})
