import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  emptyImport,
  getImport,
  getImports,
  mapImport,
  undoImport,
  withdrawImport,
} from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { zip } from '#test/harness/hostile/zip.ts'
import { emptyOldImports, importRecords } from './stored-imports.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let products: ReturnType<typeof importClient>
let customers: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
  customers = importClient(staff, 'customers', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await customers.close()
  await stop()
})

const file = 'Handle,Name,Price\ncup,Cup,5\n'
const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
const storage = async () => (await staff.send(getImports, {})).answer.storage
const left = async (id: number) => {
  const { rows } = await sql`
    select (select count(*) from data_import_item where import_id = ${id}) as rows,
      (select count(*) from data_import_file where import_id = ${id}) as parts,
      (select jsonb_array_length(sample) from data_import where id = ${id}) as sample`.execute(db)
  return rows[0]
}
const nothing = { rows: 0, parts: 0, sample: 0 }

test('a withdrawn import and one that is older than the setting lose their file and rows', async () => {
  const withdrawn = await products.check(file)
  await staff.send(withdrawImport, { id: withdrawn.id })
  const [young, old] = [await products.check(file), await products.check(file)]
  const applied = await products.apply(old)
  await sql`update data_import set finished_at = now() - interval '29 days' where id = ${applied.id}`.execute(
    db,
  )
  await emptyOldImports(db)
  expect(await left(withdrawn.id)).toEqual(nothing)
  expect(await left(applied.id)).toEqual({ rows: 1, parts: 1, sample: 1 })
  await sql`insert into setting (config_id, key, value) values (1, 'retention.import_days', '28')`.execute(db)
  await emptyOldImports(db)
  expect(await left(applied.id)).toEqual(nothing)
  expect(await left(young.id)).toEqual({ rows: 1, parts: 1, sample: 1 })
  expect(await read(applied.id)).toMatchObject({ step: 'done', emptied_at: expect.any(String) })
  expect(await staff.send(undoImport, { id: applied.id })).toMatchObject({
    status: 409,
    message: 'The rows of this import are deleted',
  })
  // It has not grown by a second run.
  expect(await emptyOldImports(db)).toBe(0)
})

test('files and rows are counted, and a full shop refuses files until staff delete some', async () => {
  const before = await storage()
  const done = await products.apply(await products.check('Handle,Name,Price\npot,Pot,5\n'))
  const after = await storage()
  expect(after).toMatchObject({ limit: 2 ** 30, days: 28 })
  expect(after.bytes - before.bytes).toBeGreaterThan(100)
  await sql`update data_import set stored_bytes = ${2 ** 30} where id = ${done.id}`.execute(db)
  expect(await products.upload(file)).toMatchObject({
    status: 409,
    code: 'imports_full',
    message:
      'The files and rows of your imports take 1024 MB, and the limit is 1024 MB. Delete the data of imports that you no longer need.',
  })
  expect(await staff.send(emptyImport, { id: done.id })).toMatchObject({ status: 200 })
  expect(await products.upload(file)).toMatchObject({ status: 201 })
  await emptyOldImports(db)
  expect(await left(done.id)).toEqual(nothing)
})

test('rows that take far more than their file end the check, and nothing of them stays', async () => {
  const cell = (column: string, text: string) => `<c r="${column}" t="s"><v>${text}</v></c>`
  const heading = (column: string, name: string) => `<c r="${column}1" t="str"><v>${name}</v></c>`
  const row = (line: number) =>
    `<row r="${line}"><c r="A" t="str"><v>mug-${line}</v></c>${cell('B', '0')}${cell('C', '0')}</row>`
  const rows = Array.from({ length: 30 }, (_, i) => row(i + 2)).join('')
  const bomb = zip({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${heading('A', 'Handle')}${heading('B', 'Name')}${heading('C', 'Description')}</row>${rows}</sheetData></worksheet>`,
    // Each character takes six in JSON.
    'xl/sharedStrings.xml': `<sst><si><t>${'\u0001'.repeat(99_000)}</t></si></sst>`,
  })
  const checked = await products.check(bomb)
  expect(checked).toMatchObject({
    step: 'failed',
    error:
      'The rows of this file take more than 32 MB, which is too much for its size. Split the file, or save it again as CSV.',
  })
  expect(await left(checked.id)).toMatchObject({ rows: 0 })
}, 60_000)

test('a deleted account takes its rows and the files that name it along, and its export lists them', async () => {
  const { id: userId, email } = await newUser(db, {})
  const named = await customers.check(`Email,Name\n${email.toUpperCase()},Asha\nravi@example.com,Ravi\n`)
  const other = await customers.check('Email,Name\nravi@example.com,Ravi\n')
  const unread = (await customers.upload(`Wer;Wo\n${email};Pune\n`)).answer.data
  expect(unread.step).toBe('mapping')
  expect(await importRecords.list(db, 1, userId)).toMatchObject([{ file: 'customers.csv', line: 2 }])
  await db.transaction().execute((tx) => importRecords.forget?.(tx, 1, userId) ?? Promise.resolve())
  expect(await left(named.id)).toEqual({ rows: 1, parts: 0, sample: 0 })
  expect(await left(other.id)).toEqual({ rows: 1, parts: 1, sample: 1 })
  expect(await left(unread.id)).toEqual(nothing)
  const mapping = { email: 'Email' }
  expect(
    await staff.send(mapImport, { id: named.id, format: 'haat', mapping, decimalmark: '.' }),
  ).toMatchObject({ status: 409, message: 'The file was deleted. Upload it again' })
})
