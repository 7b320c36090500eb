import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyImport, getImport, getImportRows, undoImport, uploadImport } from '#contract/imports/import.ts'
import { exportFormats, listExports, type ExportFormat } from '#contract/export/list-export.ts'
import { auditSubjects } from '#server/audit-subjects.ts'
import { connect } from '#server/db/connect.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { setAvailable } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { loadDemo } from '../../../demo/load-demo.ts'
import { workOnNextImport } from './import.job.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
const jobDb = connect(url, { max: 4, limits: false })
afterAll(async () => {
  await jobDb.destroy()
  await stop()
})
let staff: Client
beforeAll(async () => {
  await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
  await db
    .updateTable('product')
    .set({ name: 'A “6” = 7", \\n', description: '- one\n- two;\t"three"\r\n\\', offer: 1250, gst: 505 })
    .where('slug', '=', 'tidal-stoneware-mug')
    .execute()
  await db
    .updateTable('product')
    .set({ brand: 'Kumbhar & Co', origin: 'IN', hsn: '6912', gst: 0, tax_class: 'reduced' })
    .where('slug', '=', 'rubber-fig')
    .execute()
  await db
    .updateTable('variant')
    .set({ barcode: '036000291452', mpn: '007', shelf: 'A-12-3', cost: 120_050 })
    .where('product_id', '=', (query) =>
      query.selectFrom('product').select('id').where('slug', '=', 'rubber-fig'),
    )
    .execute()
  await countDifferently()
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
}, 60_000)

/** Three variants: not counted; sold when sold out and 3 below 0; and no longer sold when sold out, 2 below 0. */
async function countDifferently(): Promise<void> {
  const variants = await db.selectFrom('variant').select('id').orderBy('id').limit(3).execute()
  const [uncounted = 0, onBackorder = 0, owing = 0] = variants.map(({ id }) => id)
  const set = (id: number, change: { tracked?: boolean; sell_when_sold_out?: boolean }) =>
    db.updateTable('variant').set(change).where('id', '=', id).execute()
  await set(uncounted, { tracked: false })
  await set(onBackorder, { sell_when_sold_out: true })
  await set(owing, { sell_when_sold_out: true })
  await db.transaction().execute(async (tx) =>
    setAvailable(
      tx,
      { shopId: 1, actor: { id: null, name: 'Test' } },
      [
        { variantId: onBackorder, available: -3 },
        { variantId: owing, available: -2 },
      ],
      { reason: 'Orders' },
    ),
  )
  await set(owing, { sell_when_sold_out: false })
}

const images = {
  storage: folderStorage(join(dataDir, 'uploads')),
  download: (address: string) => Promise.reject(new Error(`${address} is in the shop already`)),
}

async function exported(format: ExportFormat): Promise<Buffer> {
  const { status, answer } = await staff.send(listExports.products, { format })
  expect(status).toBe(200)
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  return Buffer.concat(parts)
}

async function check(file: Buffer, filename: string) {
  const sent = await staff.upload(uploadImport, { filename, source: 'auto' }, { file })
  expect(sent).toMatchObject({ status: 201 })
  return step(sent.answer.data.id)
}

/** Does the next step of an import. */
async function step(id: number) {
  await workOnNextImport(jobDb, new AbortController().signal, { auditSubjects, images })
  return (await staff.send(getImport, { id })).answer.data
}

test.each(exportFormats)(
  'a file of all products as %s comes in again and changes nothing',
  async (format) => {
    const found = await check(await exported(format), `products.${format}`)
    const { data: changed } = (await staff.send(getImportRows, { id: found.id, outcome: 'update' })).answer
    expect(changed).toEqual([])
    expect(found).toMatchObject({
      format: 'haat',
      counts: { create: 0, update: 0, refuse: 0, unchanged: 64 },
    })
  },
)

test('a tax class comes in by code or name, and an unknown one is refused', async () => {
  const before = (await exported('csv')).toString()
  const line = before.split('\r\n').find((one) => one.startsWith('rubber-fig,'))!
  expect(line).toContain(',reduced,6912,')
  const file = (value: string) => Buffer.from(before.replace(line, line.replace(',reduced,', `,${value},`)))
  const classOf = async () =>
    (
      await db
        .selectFrom('product')
        .select('tax_class')
        .where('slug', '=', 'rubber-fig')
        .executeTakeFirstOrThrow()
    ).tax_class
  expect((await check(file('standrad'), 'wrong.csv')).counts).toMatchObject({ update: 0, refuse: 1 })
  const { id, counts } = await check(file('Zero-rated'), 'classes.csv')
  expect(counts).toMatchObject({ update: 1, refuse: 0 })
  await staff.send(applyImport, { id, accept: false })
  await step(id)
  expect(await classOf()).toBe('zero')
  await staff.send(undoImport, { id })
  await step(id)
  expect(await classOf()).toBe('reduced')
})

test('a price that was edited in the file is changed, and undone', async () => {
  const before = (await exported('csv')).toString()
  const line = before.split('\r\n').find((one) => one.startsWith('rubber-fig,'))!
  const edited = before.replace(line, line.replace(/,1750,/, ',1800,'))
  expect(edited).not.toBe(before)
  const { id, counts } = await check(Buffer.from(edited), 'products.csv')
  expect(counts).toMatchObject({ create: 0, update: 1, refuse: 0, unchanged: 63 })
  expect(await staff.send(applyImport, { id, accept: false })).toMatchObject({ status: 200 })
  await step(id)
  expect((await exported('csv')).toString()).toBe(edited)
  expect(await staff.send(undoImport, { id })).toMatchObject({ status: 200 })
  await step(id)
  expect((await exported('csv')).toString()).toBe(before)
})
