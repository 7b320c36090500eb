import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyImport,
  getImport,
  getImportRows,
  mapImport,
  undoImport,
  uploadImport,
} from '#contract/imports/import.ts'
import { updateProduct } from '#contract/catalog/product.ts'
import { listExports } from '#contract/export/list-export.ts'
import { auditSubjects } from '#server/audit-subjects.ts'
import { connect } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { testApp } from '#test/harness/app/app.ts'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { workOnNextImport } from './import.job.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
// As the job connects: a step takes longer than a request may.
const jobDb = connect(url, { max: 6, limits: false })
afterAll(async () => {
  await jobDb.destroy()
  await stop()
})
let staff: Client
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
})

/** Six batches, so that a run can be broken off between two of them. */
const SIX_BATCHES = 150

let downloads: string[] = []
const images = {
  storage: folderStorage(join(dataDir, 'uploads')),
  async download(address: string) {
    downloads.push(address)
    if (address.includes('missing')) throw new AppError(400, 'download_failed', 'The server answered 404')
    const [r = 0, g = 9] = (address.match(/\d+/g) ?? []).map((shade) => (Number(shade) * 80 + 9) % 256)
    return sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b: 9 } } })
      .png()
      .toBuffer()
  },
}
const work = (signal = new AbortController().signal) =>
  workOnNextImport(jobDb, signal, { auditSubjects, images })

/** Uploads a file and checks it. */
async function check(file: Buffer | string) {
  const sent = await staff.upload(uploadImport, { filename: 'products.csv' }, { file: Buffer.from(file) })
  expect(sent).toMatchObject({ status: 201 })
  await work()
  return read(sent.answer.data.id)
}
const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
async function apply(id: number, accept = false) {
  expect(await staff.send(applyImport, { id, accept })).toMatchObject({ status: 200 })
  await work()
  return read(id)
}
const rowsOf = async (id: number, filter = {}) =>
  (await staff.send(getImportRows, { id, ...filter })).answer.data

/** Everything that the shop shows of its products, without ids of the database and times. */
async function catalog() {
  const { rows } = await sql`
    select p.slug, p.name, p.description, p.status, p.offer, p.sale_from, p.gst, p.weight, p.options, p.search_title, p.brand, c.name as category,
      (select json_agg(json_build_object('sku', v.sku, 'options', v.options, 'price', v.price, 'image', v.image,
          'available', l.available, 'on_hand', l.on_hand) order by v.position, v.id)
        from variant v join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
        where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null) as variants,
      (select json_agg(json_build_object('file', i.file, 'alt', i.alt) order by i.position)
        from product_image i where i.config_id = p.config_id and i.product_id = p.id) as images,
      (select json_agg(json_build_object('name', n.name, 'text', s.description) order by s.position)
        from product_specification s join specification n on n.config_id = s.config_id and n.id = s.specification_id
        where s.config_id = p.config_id and s.product_id = p.id) as specifications
    from product p join category c on c.config_id = p.config_id and c.id = p.category_id
    where p.config_id = 1 and p.deleted_at is null order by p.slug`.execute(db)
  return rows
}
const entries = async (job: string) =>
  (
    await db
      .selectFrom('audit_entry')
      .select(['subject_id', 'subject'])
      .where('job', '=', job)
      .where('subject', '=', 'product')
      .execute()
  ).map((row) => row.subject_id)

test('a Shopify export of 400 lines comes in unaided, changes nothing the second time, and is undone', async () => {
  const empty = await catalog()
  const file = shopifyFile({ products: 100, variants: 4 })
  const checked = await check(file)
  expect(checked).toMatchObject({
    state: 'ready',
    format: 'shopify',
    counts: { create: 100, update: 0, unchanged: 0, refuse: 0 },
  })
  expect(await catalog()).toEqual(empty)
  const done = await apply(checked.id)
  expect(done).toMatchObject({ state: 'done', counts: { failed: 0 }, done: 100, total: 100 })
  const products = await catalog()
  expect(products).toHaveLength(100)
  expect(products.find((one) => (one as { slug: string }).slug === 'tee-4')).toMatchObject({
    name: 'Tee 4',
    description: 'Soft, **light** and "fair".\n\n- Number 4',
    status: 'live',
    offer: 0,
    sale_from: 1800,
    weight: 200,
    options: ['Size', 'Colour'],
    search_title: 'Tee 4 | Acme',
    category: 'Tops',
    brand: 'Acme',
    variants: [
      { sku: 'TEE-4-0', options: { Size: 'S', Colour: 'Sage' }, price: 2400, available: 4 },
      { sku: 'TEE-4-1', price: 2500 },
      { sku: 'TEE-4-2' },
      { sku: 'TEE-4-3', options: { Size: 'XL', Colour: 'Sage' }, available: 7 },
    ],
    specifications: [
      { name: 'Tags', text: 'summer, cotton' },
      { name: 'Fabric', text: 'Organic cotton' },
      { name: 'Care', text: 'Wash cold' },
    ],
  })

  const again = await check(file)
  expect(again.counts).toMatchObject({ create: 0, update: 0, unchanged: 100, refuse: 0 })
  expect(await staff.send(applyImport, { id: again.id })).toMatchObject({
    status: 409,
    code: 'nothing_to_import',
  })

  expect(await staff.send(undoImport, { id: done.id })).toMatchObject({ status: 200 })
  await work()
  expect(await read(done.id)).toMatchObject({ state: 'undone', counts: { kept: 0 }, done: 100 })
  expect(await catalog()).toEqual(empty)
  expect(await db.selectFrom('category').select('name').where('config_id', '=', 1).execute()).toEqual([])
  expect(await checkLedger(db)).toEqual([])
}, 120_000)

test('a run that is stopped in the middle goes on where it was: no product is left out or written twice', async () => {
  const checked = await check(shopifyFile({ products: SIX_BATCHES, variants: 2 }))
  await staff.send(applyImport, { id: checked.id })
  const stopping = new AbortController()
  const running = work(stopping.signal)
  await expect.poll(async () => (await read(checked.id)).done, { interval: 5 }).toBeGreaterThan(3)
  stopping.abort()
  expect(await running).toBe(false)
  const stopped = await read(checked.id)
  expect(stopped).toMatchObject({ state: 'running' })
  expect(stopped.done).toBeLessThan(SIX_BATCHES)
  // Two processes may go on at once.
  await Promise.all([work(), work()])
  await work()
  expect(await read(checked.id)).toMatchObject({ state: 'done', done: SIX_BATCHES, counts: { failed: 0 } })
  const written = await entries(checked.job)
  expect(written).toHaveLength(SIX_BATCHES)
  expect(new Set(written).size).toBe(SIX_BATCHES)
})

test('a lost connection leaves no half product, and the next run goes on', async () => {
  const checked = await check(shopifyFile({ products: SIX_BATCHES, variants: 2, surcharge: 1 }))
  await staff.send(applyImport, { id: checked.id })
  const running = work().catch((error: unknown) => error)
  await expect.poll(async () => (await read(checked.id)).done, { interval: 5 }).toBeGreaterThan(3)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like '%data_import_item%'`.execute(
    db,
  )
  await running
  await work()
  expect(await read(checked.id)).toMatchObject({ state: 'done', done: SIX_BATCHES, counts: { failed: 0 } })
  const { rows } = await sql<{ halves: number }>`
    select count(*) as halves from product p where p.config_id = 1 and p.deleted_at is null
      and (select count(*) from variant v where v.config_id = 1 and v.product_id = p.id) <> 2`.execute(db)
  expect(rows).toEqual([{ halves: 0 }])
  expect(await entries(checked.job)).toHaveLength(SIX_BATCHES)
})

test('undo gives back prices and stock, and keeps what somebody changed later', async () => {
  const file = (price: number, stock: number) =>
    [
      'Handle,Name,SKU,Price,Stock',
      ...[1, 2, 3].map((n) => `jug-${n},Jug ${n},JUG-${n},${price + n},${stock + n}`),
    ].join('\n')
  await apply((await check(file(20, 5))).id)
  const before = await catalog()
  const checked = await check(file(90, 0))
  expect(checked).toMatchObject({ counts: { update: 3 }, warnings: { price_change: 3 } })
  expect(await staff.send(applyImport, { id: checked.id })).toMatchObject({
    status: 409,
    code: 'confirm_import',
  })
  const [first, second] = await rowsOf(checked.id)
  expect(first?.changes).toEqual([
    { field: 'Price', before: '21.00', after: '91.00' },
    { field: 'Stock', before: '6', after: '1' },
  ])
  await apply(checked.id, true)
  expect(await catalog()).not.toEqual(before)
  const { recordid } = (await rowsOf(checked.id))[1] ?? {}
  expect(second?.name).toBe('Jug 2')
  await staff.send(updateProduct, { productid: Number(recordid), productprice: 5 })
  await staff.send(undoImport, { id: checked.id })
  await work()
  expect(await read(checked.id)).toMatchObject({ state: 'undone', counts: { kept: 1 } })
  const isOther = (one: unknown) => (one as { slug: string }).slug !== 'jug-2'
  expect((await catalog()).filter(isOther)).toEqual(before.filter(isOther))
  expect(await checkLedger(db)).toEqual([])
})

test('images come in once, and one that fails is reported', async () => {
  downloads = []
  const file = [
    'Handle,Name,Price,Images,Image alt texts,Variant image',
    'pot,Pot,10,"https://img.example/1.png\nhttps://img.example/missing.png\nhttps://img.example/2.png","Front\n\nBack",https://img.example/2.png',
  ].join('\n')
  const done = await apply((await check(file)).id)
  expect(done.counts).toMatchObject({ create: 1, failed: 0 })
  expect(downloads.filter((address) => address.includes('missing'))).toHaveLength(2)
  const [row] = await rowsOf(done.id)
  expect(row?.notes).toEqual([
    'The file has no number of units. Enter the stock after the import.',
    'Image https://img.example/missing.png: The server answered 404',
  ])
  const pot = (await catalog()).find((one) => (one as { slug: string }).slug === 'pot') as {
    images: { file: string; alt: string }[]
    variants: { image: string }[]
  }
  expect(pot.images.map(({ alt }) => alt)).toEqual(['Front', 'Back'])
  expect(pot.variants[0]?.image).toBe(pot.images[1]?.file)
  const queued = (await db.selectFrom('image_queue').select('file').execute()).map(({ file: name }) => name)
  expect(queued).toEqual(expect.arrayContaining(pot.images.map(({ file: name }) => name)))
  downloads = []
  const again = await check(
    file.replace('\nhttps://img.example/missing.png', '').replace('Front\n\nBack', 'Front\nBack'),
  )
  expect(again.counts).toMatchObject({ unchanged: 1 })
  expect(downloads).toEqual([])
})

test('a Shopify export with images and metafields goes out again, and that file changes nothing', async () => {
  const done = await apply(
    (await check(shopifyFile({ products: 20, variants: 3, images: 'https://img.example' }))).id,
    true,
  )
  expect(done.counts).toMatchObject({ failed: 0 })
  const exported = async () => {
    const { answer } = await staff.send(listExports.products, { format: 'csv' })
    const parts: Uint8Array[] = []
    for await (const part of answer.stream) parts.push(part)
    return Buffer.concat(parts)
  }
  const file = await exported()
  const lines = file.toString().split('\r\n')
  const tee = lines.find((line) => line.startsWith('tee-4,Tee 4,'))
  expect(tee).toContain('Organic cotton')
  expect(lines.join('\n').match(/\/uploads\/[0-9a-f]{20}\.webp/g)?.length).toBeGreaterThanOrEqual(60)
  expect(lines.join('\n')).toContain('Tee 4, view 1')
  const again = await check(file)
  expect(again.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
  expect((await exported()).equals(file)).toBe(true)
})

test('a file of no known system waits for its columns, and the next one like it does not', async () => {
  const file = (name: string) => `Ware;Preis;Bestand\n${name};1.234,50;4\n`
  const waiting = await check(file('Kanne'))
  expect(waiting).toMatchObject({ step: 'mapping', state: 'failed', headings: ['Ware', 'Preis', 'Bestand'] })
  const mapping = { name: 'Ware', price: 'Preis', stock: 'Bestand' }
  const choose = (chosen: object) =>
    staff.send(mapImport, { id: waiting.id, format: 'haat', mapping: chosen, decimalmark: ',' })
  expect(await choose({ name: 'Nothing' })).toMatchObject({ status: 400, issues: [{ path: 'mapping.name' }] })
  expect(await choose({ price: 'Preis' })).toMatchObject({ status: 400 })
  expect(await choose(mapping)).toMatchObject({ status: 200, answer: { data: { state: 'checking' } } })
  await work()
  await apply(waiting.id)
  const next = await check(file('Kanne'))
  expect(next).toMatchObject({ mapping, decimalmark: ',', counts: { unchanged: 1 } })
  const { rows } =
    await sql`select min(price) as price from variant v join product p on p.id = v.product_id where p.slug = 'kanne'`.execute(
      db,
    )
  expect(rows).toEqual([{ price: 123_450 }])
})
