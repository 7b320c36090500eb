import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyImport, getImport, mapImport, undoImport, withdrawImport } from '#contract/imports/import.ts'
import { auditSubjects } from '#server/audit-subjects.ts'
import { importJobs } from '#server/modules/imports/index.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { shopifyFile } from '#test/harness/data/shopify-file.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
const [checks, writes] = importJobs(url, { storage: folderStorage(join(dataDir, 'uploads')), auditSubjects })
const work = (job: typeof checks) => job?.run(new AbortController().signal)
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1, full_name: 'Asha Rao' })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await checks?.close?.()
  await writes?.close?.()
  await stop()
})

const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
const withdraw = (id: number) => staff.send(withdrawImport, { id })
const file = 'Handle,Name,Price\ncup,Cup,5\n'

test('a file is withdrawn before it is checked, mapped or written, and the activity log says so', async () => {
  const waiting = (await products.upload(file)).answer.data
  expect(await withdraw(waiting.id)).toMatchObject({
    status: 200,
    message: 'The import is withdrawn',
    answer: { data: { step: 'withdrawn', state: 'failed' } },
  })
  expect(await read(waiting.id)).toMatchObject({ error: 'Asha Rao withdrew this import.' })
  expect((await db.selectFrom('audit_entry').select(['subject', 'after']).execute()).at(-1)).toEqual({
    subject: 'data_import',
    after: { step: 'withdrawn' },
  })

  const unmapped = (await products.upload('Ware;Preis\nKanne;3\n')).answer.data
  expect(unmapped.step).toBe('mapping')
  expect(await withdraw(unmapped.id)).toMatchObject({ status: 200 })
  const ready = await products.check(file)
  expect(await withdraw(ready.id)).toMatchObject({ status: 200 })
  expect(await withdraw(ready.id)).toMatchObject({
    status: 409,
    message: 'This import was withdrawn already',
  })
  expect(await staff.send(applyImport, { id: ready.id })).toMatchObject({ status: 409 })
  const mapping = { name: 'Name', price: 'Price' }
  expect(
    await staff.send(mapImport, { id: ready.id, format: 'haat', mapping, decimalmark: '.' }),
  ).toMatchObject({ status: 409, message: 'This import was withdrawn. Upload the file again' })
  await work(checks)
  expect(await read(waiting.id)).toMatchObject({ step: 'withdrawn' })
})

test('while one file is written another is checked; an undo waits its turn; a stop ends the run and leaves it to undo', async () => {
  const before = await products.apply(await products.check('Handle,Name,Price\njug,Jug,5\n'))
  const { id } = await products.check(shopifyFile({ products: 600, variants: 2 }))
  await staff.send(applyImport, { id })
  const writing = work(writes)
  await expect.poll(async () => (await read(id)).done, { interval: 5 }).toBeGreaterThan(3)

  const undo = await staff.send(undoImport, { id: before.id })
  expect(undo).toMatchObject({
    status: 200,
    message: 'The undo starts when “products.csv” is finished',
    answer: { data: { step: 'undoing', waitsfor: 'products.csv' } },
  })
  expect(await staff.send(undoImport, { id })).toMatchObject({
    status: 409,
    message: 'This import is running',
  })
  const other = (await products.upload(file)).answer.data
  await work(checks)
  expect(await read(other.id)).toMatchObject({ step: 'ready' })
  expect(await withdraw(id)).toMatchObject({
    status: 200,
    message: 'The import stops after the current rows',
    answer: { data: { step: 'running', stopping: true } },
  })
  await writing
  const stopped = await read(id)
  expect(stopped.done).toBeLessThan(600)
  expect(stopped).toMatchObject({
    step: 'done',
    stopping: false,
    error: `Asha Rao stopped the import after ${stopped.done} of 600 products. You can undo them.`,
  })
  expect(await read(before.id)).toMatchObject({ step: 'undone', waitsfor: null })

  await staff.send(undoImport, { id })
  await work(writes)
  expect(await read(id)).toMatchObject({ step: 'undone', error: null })
  const { rows } = await sql`select from product where deleted_at is null`.execute(db)
  expect(rows).toEqual([])
}, 60_000)

test('a run or an undo that still waits can be stopped', async () => {
  const { id } = await products.check(file)
  await staff.send(applyImport, { id })
  await withdraw(id)
  expect(await read(id)).toMatchObject({ step: 'ready' })
  await products.apply({ id })
  await staff.send(undoImport, { id })
  await withdraw(id)
  expect(await read(id)).toMatchObject({ step: 'done', error: null })
  expect(await withdraw(id)).toMatchObject({
    status: 409,
    message: 'This import is finished. Undo it instead',
  })
})
