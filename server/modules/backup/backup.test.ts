import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { runOn } from '#test/harness/app/database-server.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { client, sendRawForm } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { openFolder } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Result } from './backup.writes.ts'
import { runBackup } from './run-backup.ts'

const passphrase = 'a passphrase that is long enough'
const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const folder = join(dataDir, 'backups')
const run = {
  url,
  dataDir,
  storage: openUploadsFolder(dataDir),
  folder,
  passphrase,
  origin: 'https://shop.example',
}
let goods: Goods
let image: string
/** The first backup, which most tests share. */
let saved: Result

beforeAll(async () => {
  goods = await makeGoods(db)
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const bytes = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  const { body } = await sendRawForm(app, 'POST', 'admin/images', {
    cookies: staff.cookies,
    files: [['image', bytes]],
  })
  image = (body['data'] as { file: string }).file
  await order(client(app), { items: [{ productid: goods.mug, quantity: 1 }] })
  saved = await runBackup(run)
})

/** Restores a backup into a new database and a new data folder. */
async function restored(file: string, replace = false) {
  const target = await emptyDatabase()
  const targetDir = await mkdtemp(join(tmpdir(), 'haat-restored-'))
  onTestFinished(async () => {
    await target.drop()
    await rm(targetDir, { recursive: true })
  })
  const openTarget = async () => ({
    url: target.url,
    dataDir: targetDir,
    storage: openUploadsFolder(targetDir),
  })
  const manifest = await restoreBackup({ path: join(folder, file), passphrase, replace, openTarget })
  return { ...target, openTarget, dataDir: targetDir, manifest }
}

/** A hash of all rows of each table. The row of the backup itself changes while it is made. */
async function contentOf(database: Database) {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('backup', 'rate_limit')`.execute(
    database,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as hash
      from ${sql.table(name)} t`.execute(database)
    content[name] = rows[0]
  }
  return content
}

const countOrders = async (database: Database) =>
  (
    await database
      .selectFrom('shop_order')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute()
  )[0]?.count ?? 0

test('a restored shop has the rows, images and secret of the saved one, and goes on counting', async () => {
  // `makeGoods` has two images without files, which the shop itself has lost.
  expect(saved).toMatchObject({ uploads: 1, missingUploads: 2, findings: 0 })
  const copy = await restored(saved.file)
  expect(await contentOf(copy.db)).toEqual(await contentOf(db))
  for (const path of [join('uploads', image), 'auth-secret'])
    expect(await readFile(join(copy.dataDir, path))).toEqual(await readFile(join(dataDir, path)))
  // Triggers and sequences work again.
  const { rows: numbers } = await sql<{ next: number; last: number }>`
    select nextval(pg_get_serial_sequence('shop_order', 'id')) as next, max(id) as last from shop_order`.execute(
    copy.db,
  )
  expect(numbers[0]?.next).toBeGreaterThan(numbers[0]?.last ?? 0)
  await expect(sql`delete from audit_entry`.execute(copy.db)).rejects.toThrow('append-only')
  const { rows } = await sql`select * from backup where finished_at is null`.execute(copy.db)
  expect(rows).toEqual([])
}, 60_000)

test('a backup while shoppers place orders is one moment: whole orders, figures that agree, and no image again', async () => {
  const product = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 1_000_000 }] })
  let isSelling = true
  const shopper = async () => {
    const who = client(app)
    while (isSelling) {
      const { status } = await order(who, { items: [{ productid: product, quantity: 1 }] })
      expect(status).toBe(201)
    }
  }
  const shoppers = [shopper(), shopper(), shopper()]
  await expect.poll(() => countOrders(db)).toBeGreaterThan(5)
  const before = await countOrders(db)
  const stored = async () => (await readdir(join(folder, 'uploads'), { recursive: true })).toSorted()
  const storedBefore = await stored()
  // Without its proof, during which the shoppers would only use the processor.
  const vault = await openFolder(folder, passphrase)
  const { path } = await makeBackup(run, { folder, vault })
  const after = await countOrders(db)
  isSelling = false
  await Promise.all(shoppers)
  expect(await stored()).toEqual(storedBefore)
  expect(storedBefore.filter((name) => name.length > 60)).toHaveLength(1)
  expect(after).toBeGreaterThan(before)
  const copy = await restored(basename(path))
  const orders = await countOrders(copy.db)
  expect(orders).toBeGreaterThanOrEqual(before)
  expect(orders).toBeLessThan(after)
  const unlimited = connect(copy.url, { max: 1, limits: false })
  expect(await runIntegrityChecks(unlimited, { shopId: 1, locale: 'en-IN' })).toEqual([])
  await unlimited.destroy()
}, 120_000)

test('a database with a shop is kept, unless it is to be replaced', async () => {
  const { file } = saved
  const copy = await restored(file)
  await copy.db.updateTable('shop').set({ name: 'Other shop' }).where('config_id', '=', 1).execute()
  const before = await contentOf(copy.db)
  // PostgreSQL ends a closed connection a little later.
  const sessions = `select from pg_stat_activity where datname = '${new URL(copy.url).pathname.slice(1)}'`
  const untilUnused = async () => {
    await expect.poll(async () => (await runOn(url, sessions)).rowCount).toBe(0)
  }
  await copy.db.destroy()
  await untilUnused()
  const again = (replace: boolean) =>
    restoreBackup({ path: join(folder, file), passphrase, replace, openTarget: copy.openTarget })
  await expect(again(false)).rejects.toThrow('This database already has a shop or other tables.')
  const opened = connect(copy.url, { max: 1 })
  expect(await contentOf(opened)).toEqual(before)
  await expect(again(true)).rejects.toThrow('A shop is using this database: stop it first.')
  await opened.destroy()
  await untilUnused()
  await again(true)
  const replaced = connect(copy.url, { max: 1 })
  const { name } = await replaced.selectFrom('shop').select('name').executeTakeFirstOrThrow()
  expect(name).not.toBe('Other shop')
  await replaced.destroy()
}, 60_000)

test('a backup that cannot be restored is recorded, emailed, and does not count', async () => {
  const listed = async () => (await readdir(folder)).filter((name) => name.endsWith('.haatbackup'))
  const before = await listed()
  const [upload = ''] = (await readdir(join(folder, 'uploads'), { recursive: true })).filter(
    (p) => p.length > 60,
  )
  const path = join(folder, 'uploads', upload)
  const bytes = await readFile(path)
  bytes[bytes.length - 20]! ^= 1
  await writeFile(path, bytes)
  await expect(runBackup(run)).rejects.toThrow(`The image ${image} of the backup`)
  expect(await listed()).toEqual(before)
  const row = await db.selectFrom('backup').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(row).toMatchObject({ file: null, error: expect.stringContaining('cannot be read') })
  const email = await db
    .selectFrom('email')
    .select(['subject', 'body_text'])
    .where('template', '=', 'backup_failed')
    .executeTakeFirstOrThrow()
  expect(email.subject).toContain('Backup failed')
  expect(email.body_text).toContain('https://shop.example/dashboard/backups')
  // The damaged copy is gone, so the image is stored again.
  expect(await runBackup(run)).toMatchObject({ uploads: 1 })
}, 60_000)

test('one backup runs at a time, and one whose process died is recorded as failed', async () => {
  await db.insertInto('backup').values({ config_id: 1, started_at: new Date() }).execute()
  const [first, second] = await Promise.allSettled([runBackup(run), runBackup(run)])
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const rows = await db.selectFrom('backup').select('error').orderBy('id', 'desc').limit(2).execute()
  expect(rows.map(({ error }) => error)).toEqual([null, expect.stringContaining('interrupted')])
}, 60_000)
