// Kills the shop while it creates a product with four images, at moments spread over the whole call. After each start
// the product exists whole or not at all, every row has its file, and after cleanup every file has its row.

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import sharp from 'sharp'
import { diskJob, runHousekeeping } from '#server/housekeeping.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import type { Database } from '#server/db/connect.ts'
import { newUser } from '#test/harness/people/account.ts'
import {
  expectEqual,
  inFolder,
  victim,
  withDatabase,
  type Report,
} from '#test/harness/processes/kill-folder.ts'
import { startKillable, type KillableShop } from '#test/harness/processes/killable-shop.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

const images = 4

/** Throws at the first fault. */
export async function run(kills = 20): Promise<void> {
  await killCreations(kills, console.log)
}

/** Kills a shop that many times, each time during another creation. */
export async function killCreations(kills: number, report: Report, env = {}): Promise<void> {
  await inFolder(async (dataDir) => {
    let shop = startKillable(dataDir, env)
    await shop.opened
    const staff = await withDatabase(dataDir, prepare)
    const first = await formOf(staff, 'Mug that nobody disturbs')
    const begin = performance.now()
    expectEqual(await create(shop, staff, first), 200, 'creation that nobody disturbs')
    // A shop is slower just after its start.
    const duration = 1.4 * (performance.now() - begin)
    const names = new Set(await withDatabase(dataDir, listNames))

    for (let round = 0; round < kills; round++) {
      const name = `Mug of round ${round}`
      const form = await formOf(staff, name)
      const created = create(shop, staff, form).catch(() => 'killed')
      await wait((duration * (round + Math.random())) / kills)
      await shop.kill(victim(round))
      const outcome = await created
      if (outcome === 200) names.add(name)
      shop = startKillable(dataDir, env)
      await shop.opened
      const left = await withDatabase(dataDir, async (db) => {
        await checkProducts(db, names, name)
        return checkFiles(db, dataDir)
      })
      const product = names.has(name) ? 'there' : 'not there'
      report(`creation ${round + 1}: ${victim(round)} killed, ${product}, ${left} files without a row swept`)
    }
    expectEqual(await shop.stop(), 0, 'exit code')
  })
}

interface Staff {
  cookie: string
  productcategoryid: number
}

/** A signed-in admin and a category. */
async function prepare(db: Database): Promise<Staff> {
  const { id } = await newUser(db, { role_id: 1 })
  const token = makeToken()
  const session = { token_hash: hashToken(token), config_id: 1, user_id: id }
  const expires_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('session')
    .values({ ...session, expires_at })
    .execute()
  const context = { shopId: 1, actor: { id, name: 'Asha' } }
  const productcategoryid = await db
    .transaction()
    .execute((tx) => createCategory(tx, context, { name: 'Interrupted' }))
  return { cookie: `session=${token}`, productcategoryid }
}

async function formOf({ productcategoryid }: Staff, name: string): Promise<FormData> {
  const form = new FormData()
  form.set('productcategoryid', String(productcategoryid))
  form.set('productname', name)
  form.set('productprice', '5')
  for (let i = 0; i < images; i++) form.append('productimages', await noise(), `${i}.png`)
  return form
}

/** Sends a form as a browser does. Returns the status. */
async function create(shop: KillableShop, { cookie }: Staff, body: FormData): Promise<number> {
  const address = `${await shop.opened}/api/product/createproduct`
  const answer = await fetch(address, { method: 'POST', headers: { cookie }, body })
  await answer.arrayBuffer()
  return answer.status
}

/** A unique image that takes a while to encode. */
async function noise(): Promise<File> {
  const raw = { width: 500, height: 400, channels: 3 as const }
  const bytes = await sharp(randomBytes(500 * 400 * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new File([Uint8Array.from(bytes)], 'noise.png', { type: 'image/png' })
}

async function listNames(db: Database): Promise<string[]> {
  const products = await db.selectFrom('product').select('name').execute()
  return products.map(({ name }) => name)
}

/** Acknowledged products exist with all their images. Others exist whole or not at all. */
async function checkProducts(db: Database, acknowledged: Set<string>, killed: string): Promise<void> {
  const products = await db
    .selectFrom('product as p')
    .leftJoin('product_image as i', (on) =>
      on.onRef('i.config_id', '=', 'p.config_id').onRef('i.product_id', '=', 'p.id'),
    )
    .select(['p.name', ({ fn }) => fn.count<number>('i.file').as('images')])
    .groupBy(['p.id', 'p.name'])
    .execute()
  for (const { name, images: found } of products)
    if (name.startsWith('Mug ')) expectEqual(found, images, `images of ${name}`)
  const there = new Set(products.map(({ name }) => name))
  // A kill between commit and answer leaves an unacknowledged product.
  if (there.has(killed)) acknowledged.add(killed)
  expectEqual([...there].toSorted().join(), [...acknowledged].toSorted().join(), 'products')
}

/**
 * Throws unless every image has its complete file, and, after cleanup, every file its image. Returns how many files the
 * cleanup removed.
 */
export async function checkFiles(db: Database, dataDir: string): Promise<number> {
  // The first upload makes the folder, and kills may have come before it.
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await checkRows(db, dataDir)
  const strays = await listStrays(db, dataDir)
  await anHourLater(db, dataDir)
  expectEqual((await listStrays(db, dataDir)).join(), '', 'files without a row after an hour')
  await checkRows(db, dataDir)
  return strays.length
}

/** Every row has its complete file. */
async function checkRows(db: Database, dataDir: string): Promise<void> {
  const rows = await db.selectFrom('image').select(['file', 'bytes']).execute()
  for (const { file, bytes } of rows) {
    const { size } = await stat(join(dataDir, 'uploads', file)).catch(() => ({ size: 'no file' }))
    expectEqual(size, bytes, `size of ${file}`)
  }
}

/** Files without a row, including half-written ones. */
async function listStrays(db: Database, dataDir: string): Promise<string[]> {
  const rows = await db.selectFrom('image').select('file').execute()
  const known = new Set(rows.map(({ file }) => file))
  return (await readdir(join(dataDir, 'uploads'))).filter((name) => !known.has(name))
}

/** Cleans up as if an hour had passed. */
async function anHourLater(db: Database, dataDir: string): Promise<void> {
  const then = new Date(Date.now() - 1_810_000)
  const folder = join(dataDir, 'uploads')
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ enabled: false }))
  await diskJob(dataDir).run(new AbortController().signal)
}
