import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProducts } from '#contract/catalog/product.ts'
import { getImport } from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { zip } from '#test/harness/hostile/zip.ts'
import { newUser, signedIn, stranger } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await stop()
})

const MAX_GROWTH_BYTES = 100 * 1024 * 1024
const headings = ['Handle', 'Name', 'Price']
const cellsOf = (line: number, texts: readonly string[]) =>
  texts.map((text, i) => `<c r="${'ABC'[i]}${line}" t="str"><v>${text}</v></c>`).join('')
const goodRows = [headings, ['cup', 'Cup', '5']]
  .map((texts, i) => `<row r="${i + 1}">${cellsOf(i + 1, texts)}</row>`)
  .join('')
const sheet = 'xl/worksheets/sheet1.xml'
const workbook = (rows: string, more: Record<string, string> = {}) =>
  zip({ [sheet]: `<worksheet><sheetData>${rows}`, ...more })
const csv = (rows: string) => `${headings.join(',')}\n${rows}`
const M = 1_000_000

/** A file, and what the upload or the check says. */
const hostile: Record<string, [content: () => Buffer | string, says: RegExp]> = {
  'open elements after good rows': [() => workbook(goodRows + '<a>'.repeat(5 * M)), /nested too deeply/],
  'a heading of 20 MB': [
    () => workbook(`<row r="1">${cellsOf(1, ['x'.repeat(20 * M)])}</row>`),
    /a text is too long/,
  ],
  'a cell of 20 MB after good rows': [
    () => workbook(`${goodRows}<row r="3">${cellsOf(3, ['x'.repeat(20 * M)])}`),
    /a text is too long/,
  ],
  'an attribute of 20 MB': [() => workbook(`${goodRows}<row r="${'1'.repeat(20 * M)}">`), /is damaged/],
  'a comment of 20 MB': [() => workbook(`${goodRows}<!--${'x'.repeat(20 * M)}`), /is damaged/],
  'shared texts of 100 MB': [
    () => zip({ [sheet]: '<sheetData/>', 'xl/sharedStrings.xml': 'x' }, 100 * 1024 * 1024),
    /too large/,
  ],
  'a quarter of a million shared texts': [
    () => workbook(goodRows, { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(M / 4)}` }),
    /1 new/,
  ],
  'many cells with one long text': [
    () =>
      workbook(`${goodRows}${'<row><c r="B9" t="s"><v>0</v></c></row>'.repeat(400)}`, {
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(99_000)}</t></si></sst>`,
      }),
    /too large/,
  ],
  'entities that multiply': [
    () =>
      zip({
        [sheet]: `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><worksheet><sheetData><row r="1">${cellsOf(1, ['&b;'])}`,
      }),
    /is damaged/,
  ],
  'an entity of a file': [
    () =>
      zip({
        [sheet]: `<!DOCTYPE w [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1">${cellsOf(1, ['&f;'])}`,
      }),
    /is damaged/,
  ],
  'column ZZZ': [
    () => workbook(`${goodRows}<row r="3"><c r="ZZZ3" t="str"><v>x</v></c></row>`),
    /more than 500 columns/,
  ],
  'a sheet outside of the archive': [
    () =>
      workbook(goodRows, {
        'xl/workbook.xml': '<workbook><sheets><sheet r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="a" Target="../../../../etc/passwd"/></Relationships>',
      }),
    /has no sheet/,
  ],
  'an entry with a path upwards': [() => workbook(goodRows, { '../../haat-escaped': 'x' }), /is damaged/],
  'a sheet that is larger than it says': [() => zip({ [sheet]: ' '.repeat(10 * M) }, 1000), /is damaged/],
  'thousands of parts': [
    () => zip(Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`p${i}`, '']))),
    /too many parts/,
  ],
  'half a workbook': [() => workbook(goodRows).subarray(0, 200), /is damaged/],
  'a CSV of commas': [() => csv(','.repeat(20 * M)), /more than 500 columns/],
  'a quotation mark that is never closed': [() => csv(`"${'x\n'.repeat(5 * M)}`), /mark is not closed/],
  'a CSV of one line': [() => csv('x'.repeat(20 * M)), /is not closed|can’t be read|too long/],
  'lists within lists': [() => `{"Name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
  'objects within objects': [
    () => `{"Name":${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}}`,
    /nested too deeply/,
  ],
  'a JSON line of a million names': [
    () => `{${Array.from({ length: M }, (_, i) => `"n${i}":1`).join(',')}}`,
    /is too long/,
  ],
  'half characters of UTF-16': [
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv('cup,\ud800,5'), 'utf16le')]),
    /can’t be stored|1 new|\ufffd/,
  ],
  'one product of many rows': [() => csv('cup,Cup,5\n'.repeat(60_000)), /./],
  'an image with a table’s name': [
    () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.alloc(5 * M)]),
    /Choose a CSV/,
  ],
}

/** Processes of this test, without those that wait for the next file. */
const processes = () =>
  execFileSync('ps', ['--ppid', String(process.pid), '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('reader-process')).length

test.each(Object.entries(hostile))(
  '%s: the shop answers, and says why',
  async (_name, [content, says]) => {
    const bytes = Buffer.from(content())
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
    const shopper = stranger(app)
    const sent = await products.upload(bytes)
    let text = sent.message
    if (sent.status === 201) {
      await products.run()
      const { id } = sent.answer.data
      const { error, counts, step } = (await staff.send(getImport, { id })).answer.data
      text = error ?? `${counts.create} new, ${counts.refuse} refused`
      expect(['failed', 'ready']).toContain(step)
      const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(octet_length(content::text)), 0)::bigint as bytes from data_import_item where import_id = ${id}`.execute(
        db,
      )
      expect(rows[0]?.bytes).toBeLessThan(40 * 1024 * 1024)
    } else expect(sent.status).toBe(400)
    clearInterval(watch)
    expect(text).toMatch(says)
    expect(text.length).toBeLessThan(200)
    expect(await shopper.send(getProducts, {})).toMatchObject({ status: 200 })
    // Beside the file itself, which the form holds several times.
    expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES + 3 * bytes.length)
  },
  60_000,
)

test('nothing is left behind', async () => {
  expect(processes()).toBeLessThanOrEqual(1)
  expect(readdirSync(tmpdir()).filter((name) => name.includes('escaped'))).toEqual([])
  const { rows } = await sql`select from data_import_attempt`.execute(db)
  expect(rows).toEqual([])
})
