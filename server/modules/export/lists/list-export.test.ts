import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contract/endpoint.ts'
import { listExports, type ListExportKind } from '#contract/export/list-export.ts'
import { openZip } from '#server/platform/zip.ts'
import { testApp } from '#test/harness/app/app.ts'
import { fillEveryTable } from '#test/harness/data/every-table.ts'
import { connect } from '#server/db/connect.ts'
import { newUser, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { loadDemo } from '../../../../demo/load-demo.ts'

const { app, db, url, dataDir, stop } = await testApp()
afterAll(stop)
let owner: Client

beforeAll(async () => {
  await loadDemo(db, { shopId: 1, storage: openUploadsFolder(dataDir) })
  const bulk = connect(url, { max: 1, limits: false })
  await fillEveryTable(bulk, 700)
  await bulk.destroy()
  await newUser(db, { full_name: '=HYPERLINK("http://bad")', email: 'formula@example.com' })
  owner = (await staffWith(db, app, [...permissions])).browser
}, 60_000)

async function download(kind: ListExportKind, input: object = {}) {
  const { status, answer, message } = await owner.send(listExports[kind], input)
  expect([status, message]).toEqual([200, undefined])
  const parts: Uint8Array[] = []
  for await (const part of answer.stream) parts.push(part)
  return { name: answer.name, bytes: Buffer.concat(parts) }
}

const linesOf = ({ bytes }: { bytes: Buffer }) => bytes.toString().slice(1).split('\r\n').slice(0, -1)

test.each(Object.keys(listExports) as ListExportKind[])(
  'the list of %s is exported in each format',
  async (kind) => {
    const { name, bytes } = await download(kind)
    expect(name).toMatch(new RegExp(`^${kind}_\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const records = (await download(kind, { format: 'jsonl' })).bytes.toString().trimEnd().split('\n')
    expect(records.length).toBeGreaterThan(0)
    for (const record of records) expect(Object.values(JSON.parse(record) as object)).not.toContain(null)
    expect((await download(kind, { format: 'xlsx' })).bytes.subarray(0, 2).toString()).toBe('PK')
  },
)

test('all pages are in the file, once each, in the order of the list', async () => {
  const lines = linesOf(await download('customers', { columns: 'email', sort: 'email' }))
  expect(lines[0]).toBe('Email')
  expect(lines).toHaveLength(702)
  expect(new Set(lines).size).toBe(702)
  expect(lines.slice(1).toSorted()).toEqual(lines.slice(1))
})

test('filters, search and chosen columns apply', async () => {
  const lines = linesOf(await download('products', { q: 'anvi', columns: 'name,stock,actions' }))
  expect(lines[0]).toBe('Product,Stock')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^Anvi .*,\d+$/)
  const none = linesOf(await download('orders', { q: 'no such order' }))
  expect(none).toHaveLength(1)
})

test('the orders file ends with the platform through which an order came', async () => {
  const [head, ...rows] = linesOf(await download('orders', { source: 'agents' }))
  expect(head).toMatch(/,Source$/)
  expect(rows.filter((row) => row.endsWith(',agent.example'))).toHaveLength(1)
  expect(linesOf(await download('orders', { source: 'shop' })).join()).not.toContain('agent.example')
})

test('a text that looks like a formula stays a text', async () => {
  const [, line] = linesOf(await download('customers', { q: 'formula@', columns: 'name' }))
  expect(line).toBe(`"'=HYPERLINK(""http://bad"")"`)
  const folder = await mkdtemp(join(tmpdir(), 'haat-xlsx-'))
  const path = join(folder, 'file.xlsx')
  await writeFile(path, (await download('customers', { q: 'formula@', format: 'xlsx' })).bytes)
  const zip = await openZip(path)
  const parts: Uint8Array[] = []
  for await (const part of zip.read('xl/worksheets/sheet1.xml')) parts.push(part)
  zip.close()
  const xml = Buffer.concat(parts).toString()
  expect(xml).toContain('<c t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("http://bad")</t></is></c>')
  expect(xml.match(/<row>/g)).toHaveLength(2)
  await rm(folder, { recursive: true })
})

test('an invalid filter is refused in a sentence', async () => {
  expect((await owner.send(listExports.orders, { format: 'pdf' as never })).status).toBe(400)
  expect((await owner.send(listExports.orders, { columns: 'a;b' })).status).toBe(400)
})
