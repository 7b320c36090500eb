// SIGKILL while a product is created with four pictures, at moments spread over the whole of it, of Node alone and of
// everything by turns. After each start the product is there whole or not at all, and no row is without its file; after an
// hour no file is without its row.

import { randomBytes } from 'node:crypto'
import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import sharp from 'sharp'
import { keepHouse } from '#server/housekeeping.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import type { Database } from '#server/db/connect.ts'
import { newUser } from '#test/harness/account.ts'
import { expectEqual, inFolder, victim, withDatabase, type Report } from '#test/harness/kill-folder.ts'
import { startKillable, type KillableShop } from '#test/harness/killable-shop.ts'

const pictures = 4

/** Throws at the first thing that is wrong. */
export async function run(kills = 20): Promise<void> {
  await killCreations(kills, console.log)
}

/** Kills a shop that many times, each time in the middle of another creation. */
export async function killCreations(kills: number, report: Report, env = {}): Promise<void> {
  await inFolder(async (dataDir) => {
    let shop = startKillable(dataDir, env)
    await shop.opened
    const staff = await withDatabase(dataDir, prepare)
    const first = await formOf(staff, 'Mug that nobody disturbs')
    const begin = performance.now()
    expectEqual(await create(shop, staff, first), 200, 'creation that nobody disturbs')
    // A shop that has just been started is slower.
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
        await checkRows(db, dataDir)
        const strays = await listStrays(db, dataDir)
        await anHourLater(db, dataDir)
        expectEqual((await listStrays(db, dataDir)).join(), '', 'files without a row after an hour')
        await checkRows(db, dataDir)
        return strays.length
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

/** Staff who is signed in, and a category. */
async function prepare(db: Database): Promise<Staff> {
  const { id } = await newUser(db, { role_id: 1 })
  const token = makeToken()
  const session = { token_hash: hashToken(token), config_id: 1, user_id: id }
  const expires_at = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('session')
    .values({ ...session, expires_at })
    .execute()
  const context = { configId: 1, actor: { id, name: 'Asha' } }
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
  for (let i = 0; i < pictures; i++) form.append('productimages', await noise(), `${i}.png`)
  return form
}

/** Sends a form as a browser does, and answers the status. */
async function create(shop: KillableShop, { cookie }: Staff, body: FormData): Promise<number> {
  const address = `${await shop.opened}/api/product/createproduct`
  const answer = await fetch(address, { method: 'POST', headers: { cookie }, body })
  await answer.arrayBuffer()
  return answer.status
}

/** A picture like no other, which takes a while to encode. */
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

/** What was acknowledged is there, with all its pictures; so is what was not, or it is not there at all. */
async function checkProducts(db: Database, acknowledged: Set<string>, killed: string): Promise<void> {
  const products = await db
    .selectFrom('product as p')
    .leftJoin('product_picture as i', (on) =>
      on.onRef('i.config_id', '=', 'p.config_id').onRef('i.product_id', '=', 'p.id'),
    )
    .select(['p.name', ({ fn }) => fn.count<number>('i.file').as('pictures')])
    .groupBy(['p.id', 'p.name'])
    .execute()
  for (const { name, pictures: found } of products)
    if (name.startsWith('Mug ')) expectEqual(found, pictures, `pictures of ${name}`)
  const there = new Set(products.map(({ name }) => name))
  // Between the commit and the answer it is there without anybody knowing.
  if (there.has(killed)) acknowledged.add(killed)
  expectEqual([...there].toSorted().join(), [...acknowledged].toSorted().join(), 'products')
}

/** Every row has its file, whole. */
async function checkRows(db: Database, dataDir: string): Promise<void> {
  const rows = await db.selectFrom('picture').select(['file', 'bytes']).execute()
  for (const { file, bytes } of rows) {
    const { size } = await stat(join(dataDir, 'uploads', file)).catch(() => ({ size: 'no file' }))
    expectEqual(size, bytes, `size of ${file}`)
  }
}

/** Everything in the folder that no row knows, half written files included. */
async function listStrays(db: Database, dataDir: string): Promise<string[]> {
  const rows = await db.selectFrom('picture').select('file').execute()
  const known = new Set(rows.map(({ file }) => file))
  return (await readdir(join(dataDir, 'uploads'))).filter((name) => !known.has(name))
}

/** As if an hour had gone by: housekeeping has been there at most half of it ago. */
async function anHourLater(db: Database, dataDir: string): Promise<void> {
  const then = new Date(Date.now() - 1_810_000)
  const folder = join(dataDir, 'uploads')
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
  await keepHouse(db, dataDir, pino({ enabled: false }))
}
