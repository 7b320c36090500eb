import { expect, test } from 'vitest'
import { zip } from '#test/harness/hostile/zip.ts'
import { openTableApart } from './open-table-apart.ts'
import type { TableRow } from './table.ts'

const line = 'A cup of a certain size,12345\n'
const large = Buffer.from(`Name,Price\n${line.repeat(200_000)}`)

async function read(table: { rows(): AsyncIterable<TableRow> }) {
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  return rows
}

test('another process reads a file, as often as it is asked', async () => {
  const table = await openTableApart(Buffer.from('{"Name":"Tea","Price":3}\n{"Price":4,"Note":"“ß”\\n"}\n'))
  expect(table).toMatchObject({ kind: 'jsonl', headings: ['Name', 'Price', 'Note'] })
  const rows = [
    { line: 1, cells: { Name: 'Tea', Price: '3' } },
    { line: 2, cells: { Price: '4', Note: '“ß”' } },
  ]
  expect(await read(table)).toEqual(rows)
  expect(await read(table)).toEqual(rows)
})

test('a file is read no faster than its rows are taken, and closing ends the process', async () => {
  let sent = 0
  async function* source() {
    sent++
    yield large
  }
  const table = await openTableApart(source)
  const before = process.memoryUsage().rss
  const rows = table.rows()
  expect((await rows.next()).value).toMatchObject({ line: 2 })
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  table.close()
  await expect(read({ rows: () => rows })).rejects.toThrow('The file was closed')
  expect(sent).toBe(1)
})

test('a file that needs too much memory or time is refused with a sentence', async () => {
  const texts = Array.from({ length: 300_000 }, (_, i) => `<si><t>${i}</t></si>`).join('')
  const greedy = zip({
    'xl/worksheets/sheet1.xml': '<sheetData/>',
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  })
  await expect(openTableApart(greedy, { maxHeapMb: 12 })).rejects.toMatchObject({
    status: 400,
    message: 'This file needs more memory than a file may use. Save it again as CSV, or in smaller parts.',
  })
  await expect(openTableApart(large, { timeoutMs: 1 })).rejects.toMatchObject({
    status: 400,
    message: 'This file takes too long to read. Save it again as CSV, or in smaller parts.',
  })
})

test('half a file is not taken for a whole one', async () => {
  async function* broken() {
    yield Buffer.from('Name\nTea\n')
    throw new Error('The database is gone')
  }
  await expect(openTableApart(broken)).rejects.toThrow('The database is gone')
})

test('a shop that stops ends the process', async () => {
  const stopping = new AbortController()
  const table = await openTableApart(large, { signal: stopping.signal })
  stopping.abort()
  await expect(read(table)).rejects.toThrow('The file was closed')
  await expect(openTableApart(large, { signal: stopping.signal })).rejects.toThrow('The file was closed')
})

test('refuses what the reader refuses', async () => {
  await expect(openTableApart(Buffer.from('Name,Name\n1,2'))).rejects.toMatchObject({
    status: 400,
    code: 'invalid_file',
    message: 'The heading “Name” appears twice',
  })
  const cut = Buffer.from(`Name,Price\n${line.repeat(20_000)}"Mug`)
  const rows = (await openTableApart(cut)).rows()
  expect((await rows.next()).value).toMatchObject({ line: 2 })
  await expect(read({ rows: () => rows })).rejects.toThrow('Line 20002: a quotation mark is not closed')
})
