import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { runOn } from '#test/harness/app/database-server.ts'
import { fillShop } from '#test/harness/data/fill-shop.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { sendRawForm } from '#test/harness/people/client.ts'
import { connect } from '#server/db/connect.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { readBackup, writeBackup } from './archive/backup-file.ts'
import type { Manifest } from './archive/manifest.ts'
import { findBackup, vaultOf } from './backup-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { runBackup } from './run-backup.ts'

const passphrase = 'a passphrase that is long enough'
const { app, db, url, dataDir, stop } = await testApp()
const target = await emptyDatabase()
const scratch = await mkdtemp(join(tmpdir(), 'haat-damage-'))
/** A good backup of a shop with two images. */
const whole = join(scratch, 'whole')
let name = ''
let uploads: string[]
/** Enough for a file of several chunks. */
const ORDERS = 1000

beforeAll(async () => {
  await makeGoods(db)
  const unlimited = connect(url, { max: 1, limits: false })
  await fillShop(unlimited, ORDERS)
  await unlimited.destroy()
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  for (const background of ['#963', '#369']) {
    const bytes = await sharp({ create: { width: 9, height: 6, channels: 3, background } })
      .png()
      .toBuffer()
    await sendRawForm(app, 'POST', 'admin/images', { cookies: staff.cookies, files: [['image', bytes]] })
  }
  const origin = 'https://shop.example'
  name = (
    await runBackup({ url, dataDir, storage: openUploadsFolder(dataDir), folder: whole, passphrase, origin })
  ).file
  const paths = await readdir(join(whole, 'uploads'), { recursive: true })
  uploads = paths.filter((path) => path.length > 60).map((path) => join('uploads', path))
}, 120_000)
afterAll(async () => {
  await stop()
  await target.drop()
  await rm(scratch, { recursive: true })
})

interface Damaged {
  /** Of a copy of the backup. */
  path: string
  folder: string
}

const CHUNK = 64 * 1024 + 16
const HEADER = 56

/** Changes the bytes of the backup file. */
const edit =
  (change: (bytes: Buffer) => Uint8Array) =>
  async ({ path }: Damaged) =>
    writeFile(path, change(await readFile(path)))

const flip = (at: (length: number) => number) =>
  edit((bytes) => {
    bytes[at(bytes.length)]! ^= 1
    return bytes
  })

const swapChunks = edit((bytes) => {
  const chunk = (index: number) => bytes.subarray(HEADER + index * CHUNK, HEADER + (index + 1) * CHUNK)
  return Buffer.concat([bytes.subarray(0, HEADER), chunk(1), chunk(0), bytes.subarray(HEADER + 2 * CHUNK)])
})

const upload = (index: number, folder: string) => join(folder, uploads[index] ?? '')

/** Writes the backup again, with the right key and a changed manifest, as a version with other contents would. */
const rewrite =
  (change: (manifest: Manifest) => Manifest) =>
  async ({ path, folder }: Damaged) => {
    const vault = await vaultOf(path, passphrase)
    const backup = await readBackup(path, vault)
    const other = join(folder, 'rewritten')
    const writer = await writeBackup(other, vault)
    const tables: Manifest['tables'] = []
    for (const table of backup.manifest.tables)
      tables.push({ ...table, ...(await writer.add(backup.read(table))) })
    const listed = { ...backup.manifest.uploads, ...(await writer.add(backup.read(backup.manifest.uploads))) }
    await writer.finish(change({ ...backup.manifest, tables, uploads: listed }))
    await backup.close()
    await cp(other, path)
  }

const firstTable = (change: (table: Manifest['tables'][number]) => object) =>
  rewrite((manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'shop_order' ? Object.assign({ ...table }, change(table)) : table,
    ),
  }))

const damages: Record<string, [damage: (copy: Damaged) => Promise<unknown>, sentence: RegExp, key?: string]> =
  {
    'is missing': [({ path }) => rm(path), /It is missing\.$/],
    'is empty': [({ path }) => truncate(path), /It is not a backup of Haat\.$/],
    'is another file': [edit(() => Buffer.from('%PDF-1.7 '.repeat(100))), /It is not a backup of Haat\.$/],
    'is a folder': [
      async ({ path }) => {
        await rm(path)
        await mkdir(path)
      },
      /It is a folder; give the path of a backup in it\.$/,
    ],
    'has another format': [
      edit((bytes) => {
        bytes.write('02', 6)
        return bytes
      }),
      /It has the format "02", and this version of the shop reads "01"\.$/,
    ],
    'was made with another key': [
      async () => {},
      /BACKUP_KEY is not the key/,
      'another passphrase altogether',
    ],
    'has a flipped bit in its salt': [
      flip(() => 10),
      /BACKUP_KEY is not the key .* or its first bytes are damaged/,
    ],
    'has a flipped bit in its number': [flip(() => 30), /damaged/],
    'has a flipped bit in its first data': [flip(() => HEADER + 5), /It is damaged near byte 56\.$/],
    'has a flipped bit in the middle': [flip((length) => length >> 1), /It is damaged near byte \d+\.$/],
    'has a flipped bit in its manifest': [flip((length) => length - 40), /its last bytes are damaged\.$/],
    'has a flipped bit at its very end': [flip((length) => length - 1), /its last bytes are damaged\.$/],
    'ends within the header': [({ path }) => truncate(path, 40), /It is not a backup of Haat\.$/],
    'ends after the header': [({ path }) => truncate(path, HEADER), /It was cut off/],
    'lost its last byte': [edit((bytes) => bytes.subarray(0, -1)), /It was cut off or extended/],
    'lost its second half': [
      edit((bytes) => bytes.subarray(0, bytes.length >> 1)),
      /It was cut off or extended/,
    ],
    'ends after a whole chunk': [({ path }) => truncate(path, HEADER + CHUNK), /It was cut off or extended/],
    'has extra bytes': [
      edit((bytes) => Buffer.concat([bytes, Buffer.from('extra')])),
      /It was cut off or extended/,
    ],
    'has itself appended': [edit((bytes) => Buffer.concat([bytes, bytes])), /cut off or extended/],
    'has two parts exchanged': [swapChunks, /It is damaged near byte 56\.$/],
    'has zeros in the middle': [
      edit((bytes) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 512)),
      /It is damaged near byte \d+\.$/,
    ],
    'has lost all images': [
      ({ folder }) => rm(join(folder, 'uploads'), { recursive: true }),
      /The image \S+ of the backup \(\S+\) cannot be read\. It is missing\.$/,
    ],
    'has lost an image': [({ folder }) => rm(upload(1, folder)), /The image \S+ .* It is missing\.$/],
    'has a cut image': [({ folder }) => truncate(upload(0, folder), 60), /The image \S+ .* cannot be read\./],
    'has an image under the name of another': [
      ({ folder }) => cp(upload(0, folder), upload(1, folder)),
      /The image \S+ .* cannot be read\./,
    ],
    'is of a newer shop': [
      rewrite((manifest) => ({
        ...manifest,
        migrations: [...manifest.migrations, { name: '999_more.sql', checksum: 'x' }],
      })),
      /does not have the migration 999_more\.sql: update the shop\.$/,
    ],
    'is of a shop with changed migrations': [
      rewrite((manifest) => ({
        ...manifest,
        migrations: manifest.migrations.map((migration) => ({ ...migration, checksum: 'x' })),
      })),
      /The migration 001_\S+ is another one in this version of the shop/,
    ],
    'has an unknown column': [
      firstTable(({ columns }) => ({ columns: [...columns, 'colour'] })),
      /It contains shop_order\.colour, which the shop does not have\.$/,
    ],
    'promises more rows than it has': [
      firstTable(({ rows }) => ({ rows: rows + 1 })),
      new RegExp(`Table shop_order has ${ORDERS} rows after restoring instead of ${ORDERS + 1}\\.$`),
    ],
    'has rows with another hash': [
      firstTable(() => ({ sha256: '0'.repeat(64) })),
      /A part of it does not have the content that was saved\.$/,
    ],
  }

test.for(Object.entries(damages))(
  'a backup that %s is refused in a sentence, and nothing changes',
  async ([what, [damage, sentence, key = passphrase]]) => {
    const folder = join(scratch, what.replaceAll(' ', '-'))
    await cp(whole, folder, { recursive: true })
    const path = join(folder, name)
    await damage({ path, folder })
    const restoredDir = join(folder, 'data')
    await mkdir(restoredDir)
    const openTarget = async () => ({
      url: target.url,
      dataDir: restoredDir,
      storage: openUploadsFolder(restoredDir),
    })
    const refused = restoreBackup({ path, passphrase: key, replace: true, openTarget })
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toMatchObject({
      name: expect.stringMatching(/^(Backup|Start)Error$/),
      message: expect.not.stringMatching(/\n|undefined|null|Error|\[object/),
    })
    const { rows: tables } = await runOn(
      target.url,
      `select tablename from pg_tables where schemaname = 'public'`,
    )
    expect(tables).toEqual([])
    expect(await readdir(restoredDir)).toEqual([])
  },
)

test('a folder without a backup is refused in a sentence', async () => {
  const folder = join(scratch, 'nothing')
  await mkdir(folder)
  await expect(findBackup(folder)).rejects.toThrow(/^The folder has no backup\.$/)
})
