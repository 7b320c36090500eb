import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, deleteProduct, updateProduct } from '#contract/product.ts'
import { keepHouse } from '#server/housekeeping.ts'
import { createCategory } from '#server/modules/catalog/index.ts'
import { newUser, signedIn } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { sendForm } from '#test/harness/form.ts'
import type { Person } from '#test/harness/person.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)
const folder = join(dataDir, 'uploads')
let staff: Person
let form: { productcategoryid: number; productname: string; productprice: number }
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const context = { configId: 1, actor: { id: null, name: 'Asha' } }
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
  const sent = await sendForm(app, 'POST', 'admin/pictures', {
    cookies: staff.cookies,
    files: [['picture', bytes ?? (await png())]],
  })
  expect(sent).toMatchObject({ status: 200, body: { data: { width: 9, height: 6 } } })
  return (sent.body['data'] as { file: string }).file
}
const create = async (fields: object) =>
  (await staff.send(createProduct, { ...form, ...fields })).answer.data.productid

/** As if everything had happened two hours ago, housekeeping comes along. */
async function twoHoursLater() {
  await sql`update picture set loose_since = loose_since - interval '2 hours'`.execute(db)
  const then = new Date(Date.now() - 2 * 3_600_000)
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
  await keepHouse(db, dataDir, pino({ enabled: false }))
}

/** Files in the folder, and files that the database knows. */
async function kept() {
  const rows = await db.selectFrom('picture').select('file').execute()
  return { files: await readdir(folder), rows: rows.map(({ file }) => file) }
}

test('a picture that nobody has named goes after an hour, with its scaled forms, one that was named stays', async () => {
  const [loose, live, draft, deleted, replaced, ofPage] = await Promise.all(
    Array.from({ length: 6 }, () => uploaded()),
  )
  await create({ pictures: [{ file: live }] })
  await create({ pictures: [{ file: draft, alt: 'A mug' }], status: 'draft' })
  await staff.send(deleteProduct, { productid: await create({ pictures: [{ file: deleted }] }) })
  // What the history can bring back needs its picture.
  const changed = await create({ pictures: [{ file: replaced }] })
  await staff.send(updateProduct, { productid: changed, pictures: [] })
  const page = { config_id: 1, slug: 'about', title: 'About', body: `![](/uploads/${ofPage})` }
  await db.insertInto('content_page').values(page).execute()
  await app.inject(`/uploads/${loose?.replace('.webp', '-160.avif')}`)
  expect((await kept()).files.length).toBeGreaterThan(6)

  await keepHouse(db, dataDir, pino({ enabled: false }))
  expect((await kept()).rows).toHaveLength(6)
  await twoHoursLater()
  const stay = new Set([live, draft, deleted, replaced, ofPage])
  const { files, rows } = await kept()
  expect(new Set(rows)).toEqual(stay)
  expect(new Set(files)).toEqual(stay)
})

test('a file without a row goes after an hour; of a product that was refused nothing is left', async () => {
  const before = await kept()
  const refused = await sendForm(app, 'POST', 'product/createproduct', {
    cookies: staff.cookies,
    fields: { ...form, productcategoryid: 999_999 },
    files: [['productimages', await png()]],
  })
  expect(refused.status).toBe(404)
  expect((await kept()).rows).toEqual(before.rows)
  expect((await kept()).files).toHaveLength(before.files.length + 1)
  await keepHouse(db, dataDir, pino({ enabled: false }))
  expect((await kept()).files).toHaveLength(before.files.length + 1)
  await twoHoursLater()
  expect(await kept()).toEqual(before)
})

test('uploaded once more while housekeeping is at work, a picture never has a row without its file', async () => {
  const bytes = await png()
  const file = await uploaded(bytes)
  await sql`update picture set loose_since = now() - interval '2 hours' where file = ${file}`.execute(db)
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      twoHoursLater(),
      sendForm(app, 'POST', 'admin/pictures', { cookies: staff.cookies, files: [['picture', bytes]] }),
    ])
    const { files, rows } = await kept()
    expect(files).toEqual(expect.arrayContaining(rows))
  }
})

test('pictures keep their order and alt texts; new ones take the places that the form gives them', async () => {
  const [first, second] = [await uploaded(), await uploaded()]
  const productid = await create({ pictures: [{ file: first, alt: 'One' }, { file: second }] })
  const sent = await sendForm(app, 'PUT', 'product/updateproduct', {
    cookies: staff.cookies,
    fields: {
      productid,
      pictures: JSON.stringify([
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
    .selectFrom('product_picture')
    .select(['file', 'alt'])
    .where('product_id', '=', productid)
    .orderBy('position')
    .execute()
  expect(rows.map(({ alt }) => alt)).toEqual(['Two', 'New', 'One', 'Last'])
  expect([rows[0]?.file, rows[2]?.file]).toEqual([second, first])
})

test('a bad file is named, and nothing is created', async () => {
  const { count: before } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const sent = await sendForm(app, 'POST', 'product/createproduct', {
    cookies: staff.cookies,
    fields: { ...form, 'productspecification[0][productspecificationid]': 1 },
    files: [
      ['productimages', await png()],
      ['productimages', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ],
  })
  expect(sent.status).toBe(400)
  const again = await sendForm(app, 'POST', 'product/createproduct', {
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
