import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, deleteProduct, updateProduct } from '#contract/catalog/product.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendRawForm, type Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)
const folder = join(dataDir, 'uploads')
let staff: Client
let form: { productcategoryid: number; productname: string; productprice: number }
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const productcategoryid = await db
    .transaction()
    .execute((tx) => createCategory(tx, context, { name: 'Tableware' }))
  form = { productcategoryid, productname: 'Mug', productprice: 5 }
})

let shade = 0
const png = () =>
  sharp({
    create: {
      width: 9,
      height: 6,
      channels: 3,
      background: { r: (++shade * 61) % 256, g: (shade * 97) % 256, b: 40 },
    },
  })
    .png()
    .toBuffer()
const uploaded = async (bytes?: Buffer) => {
  const sent = await sendRawForm(app, 'POST', 'admin/images', {
    cookies: staff.cookies,
    files: [['image', bytes ?? (await png())]],
  })
  expect(sent).toMatchObject({ status: 200, body: { data: { width: 9, height: 6 } } })
  return (sent.body['data'] as { file: string }).file
}
const create = async (fields: object) =>
  (await staff.send(createProduct, { ...form, ...fields })).answer.data.productid

/** Runs housekeeping as if everything had happened two hours ago. */
async function twoHoursLater() {
  await sql`update image set orphaned_since = orphaned_since - interval '2 hours'`.execute(db)
  const then = new Date(Date.now() - 2 * 3_600_000)
  // A file that is being written is about to get another name.
  const written = (await readdir(folder)).filter((name) => !name.endsWith('.part'))
  for (const name of written) await utimes(join(folder, name), then, then)
  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ enabled: false }))
}

/** The files in the folder and those in the database. */
async function storedImages() {
  const rows = await db.selectFrom('image').select('file').execute()
  return { files: await readdir(folder), rows: rows.map(({ file }) => file) }
}

test('removes an unused image with its scaled versions after an hour and keeps a used one', async () => {
  const [orphaned, live, draft, deleted, replaced, ofPage] = await Promise.all(
    Array.from({ length: 6 }, () => uploaded()),
  )
  await create({ images: [{ file: live }] })
  await create({ images: [{ file: draft, alt: 'A mug' }], status: 'draft' })
  await staff.send(deleteProduct, { productid: await create({ images: [{ file: deleted }] }) })
  // Undo needs the images of former versions.
  const changed = await create({ images: [{ file: replaced }] })
  await staff.send(updateProduct, { productid: changed, images: [] })
  const page = { config_id: 1, slug: 'about', title: 'About', body: `![](/uploads/${ofPage})` }
  await db.insertInto('content_page').values(page).execute()
  await app.inject(`/uploads/${orphaned?.replace('.webp', '-160.avif')}`)
  expect((await storedImages()).files.length).toBeGreaterThan(6)

  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ enabled: false }))
  expect((await storedImages()).rows).toHaveLength(6)
  await twoHoursLater()
  const stay = new Set([live, draft, deleted, replaced, ofPage])
  const { files, rows } = await storedImages()
  expect(new Set(rows)).toEqual(stay)
  expect(new Set(files)).toEqual(stay)
})

test('removes a file without a row; a refused product leaves no files behind', async () => {
  const before = await storedImages()
  const refused = await sendRawForm(app, 'POST', 'product/createproduct', {
    cookies: staff.cookies,
    fields: { ...form, productcategoryid: 999_999 },
    files: [['productimages', await png()]],
  })
  expect(refused.status).toBe(404)
  expect((await storedImages()).rows).toEqual(before.rows)
  expect((await storedImages()).files).toHaveLength(before.files.length + 1)
  await runHousekeeping(db, openUploadsFolder(dataDir), pino({ enabled: false }))
  expect((await storedImages()).files).toHaveLength(before.files.length + 1)
  await twoHoursLater()
  expect(await storedImages()).toEqual(before)
})

test('keeps row and file together when an image is uploaded again during housekeeping', async () => {
  const bytes = await png()
  const file = await uploaded(bytes)
  await sql`update image set orphaned_since = now() - interval '2 hours' where file = ${file}`.execute(db)
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      twoHoursLater(),
      sendRawForm(app, 'POST', 'admin/images', { cookies: staff.cookies, files: [['image', bytes]] }),
    ])
    const { files, rows } = await storedImages()
    expect(files).toEqual(expect.arrayContaining(rows))
  }
})

test('keeps the order and alt texts of images and places new ones as the form says', async () => {
  const [first, second] = [await uploaded(), await uploaded()]
  const productid = await create({ images: [{ file: first, alt: 'One' }, { file: second }] })
  const sent = await sendRawForm(app, 'PUT', 'product/updateproduct', {
    cookies: staff.cookies,
    fields: {
      productid,
      images: JSON.stringify([
        { file: second, alt: 'Two' },
        { upload: 1, alt: 'New' },
        { file: first, alt: 'One' },
      ]),
      'alt[0]': 'Last',
    },
    files: [
      ['productimages', await png()],
      ['productimages', await png()],
    ],
  })
  expect(sent.status).toBe(200)
  const rows = await db
    .selectFrom('product_image')
    .select(['file', 'alt'])
    .where('product_id', '=', productid)
    .orderBy('position')
    .execute()
  expect(rows.map(({ alt }) => alt)).toEqual(['Two', 'New', 'One', 'Last'])
  expect([rows[0]?.file, rows[2]?.file]).toEqual([second, first])
})

test('names an invalid file and creates nothing', async () => {
  const { count: before } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const sent = await sendRawForm(app, 'POST', 'product/createproduct', {
    cookies: staff.cookies,
    fields: { ...form, 'productspecification[0][productspecificationid]': 1 },
    files: [
      ['productimages', await png()],
      ['productimages', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ],
  })
  expect(sent.status).toBe(400)
  const again = await sendRawForm(app, 'POST', 'product/createproduct', {
    cookies: staff.cookies,
    fields: form,
    files: [
      ['productimages', await png()],
      ['productimages', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ],
  })
  expect(again).toMatchObject({ status: 415, body: { issues: [{ path: 'productimages.1' }] } })
  const { count: after } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(after).toBe(before)
})
