import { expect, test } from 'vitest'
import { workbookOf } from '#test/harness/data/workbook.ts'
import { zip } from '#test/harness/hostile/zip.ts'
import { recogniseDelimiter } from './read-csv.ts'
import type { TableRow } from './table.ts'
import { openTable } from './table-file.ts'

async function read(bytes: Buffer | string, sheet?: string) {
  const table = await openTable(Buffer.from(bytes), sheet)
  const rows: TableRow[] = []
  for await (const row of table.rows()) rows.push(row)
  return { ...table, rows }
}

const expected = [
  { line: 2, cells: { Name: 'Crème “brûlée”', Price: '4,50 €', Note: 'a\nb' } },
  { line: 4, cells: { Name: 'Tea', Price: '3', Note: '' } },
]
const csv = (delimiter: string) =>
  [
    ['Name', 'Price', 'Note'],
    ['Crème “brûlée”', '"4,50 €"', '"a\nb"'],
    ['Tea', '3', ''],
  ]
    .map((cells) => cells.join(delimiter))
    .join('\n')

test.each([',', ';', '\t', '|'])('recognises the delimiter %j', async (delimiter) => {
  expect(recogniseDelimiter(csv(delimiter))).toBe(delimiter)
  expect(await read(csv(delimiter))).toMatchObject({ kind: 'csv', rows: expected })
})

test('recognises UTF-8 with and without a byte order mark, UTF-16 and Windows-1252', async () => {
  const text = csv(';')
  const windows = Buffer.from(
    Array.from(text, (c) => ({ '“': 0x93, '”': 0x94, '€': 0x80 })[c] ?? c.charCodeAt(0)),
  )
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, windows]) {
    expect((await read(bytes)).rows).toEqual(expected)
  }
})

test('reads JSON lines', async () => {
  const { kind, headings, rows } = await read(
    '{"Name":"Tea","Price":3}\n\n{"Name":"Mug","Images":["a","b"]}\n',
  )
  expect({ kind, headings }).toEqual({ kind: 'jsonl', headings: ['Name', 'Price', 'Images'] })
  expect(rows).toEqual([
    { line: 1, cells: { Name: 'Tea', Price: '3' } },
    { line: 3, cells: { Name: 'Mug', Images: 'a\nb' } },
  ])
})

test('reads the first sheet of a workbook', async () => {
  const { kind, rows } = await read(workbook())
  expect(kind).toBe('xlsx')
  expect(rows).toEqual([
    { line: 2, cells: { Name: 'Tea & cake', Price: '19.99', New: 'TRUE' } },
    { line: 4, cells: { Name: 'Mug', Price: '', New: 'no' } },
  ])
})

test('offers the sheets that people see, and reads the one that is wanted', async () => {
  const rows = (name: string) => ({ rows: [['Name'], [name]] })
  const book = workbookOf({
    Chart: { folder: 'chartsheets' },
    Lists: { ...rows('Hidden'), state: 'hidden' },
    Empty: {},
    'Tea &amp; cake': rows('Tea'),
    Mugs: rows('Mug'),
  })
  const first = await read(book)
  expect(first).toMatchObject({ sheets: ['Empty', 'Tea & cake', 'Mugs'], sheet: 'Tea & cake' })
  expect(first.rows.map(({ cells }) => cells)).toEqual([{ Name: 'Tea' }])
  const mugs = await read(book, 'Mugs')
  expect(mugs.rows.map(({ cells }) => cells)).toEqual([{ Name: 'Mug' }])
  await expect(read(book, 'Lists')).rejects.toThrow('This workbook has no sheet “Lists”')
  await expect(read(workbookOf({ Chart: { folder: 'chartsheets' } }))).rejects.toThrow('has no sheet')
})

test('counts the rows of a workbook that numbers them wrongly', async () => {
  const named = (line: string) => `<row r="${line}"><c r="A1" t="str"><v>Tea</v></c></row>`
  const { rows } = await read(zip(sheetOf(headingRow + named('x') + named('99999999999') + named('7'))))
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 7])
})

test.each([
  ['', 'This file is empty'],
  ['Name,Name\n1,2', 'The heading “Name” appears twice'],
  [',,\n1,2,3', 'The first line has no headings'],
  ['Name\nTea\n"Mug', 'Line 3: a quotation mark is not closed'],
  ['{"Name":"Tea"}\n{"Name"', 'Line 2 is not a JSON object'],
  ['PK\x03\x04 broken', 'This workbook is damaged. Save it again or as CSV.'],
  ['\x89PNG\0\0\0', 'Choose a CSV, XLSX or JSON Lines file'],
])('refuses %j', async (text, message) => {
  await expect(read(Buffer.from(text, 'latin1'))).rejects.toMatchObject({ status: 400, message })
})

test('refuses a workbook that unpacks to too much, also if it lies about its size', async () => {
  const sheet = 'xl/worksheets/sheet1.xml'
  const bomb = zip({ [sheet]: ' '.repeat(1_000_000) }, 600 * 1024 * 1024)
  await expect(read(bomb)).rejects.toMatchObject({ message: 'This workbook is too large. Save it as CSV.' })
  const liar = zip({ [sheet]: ' '.repeat(1_000_000) }, 1000)
  await expect(read(liar)).rejects.toThrow(/damaged/)
})

const sheetOf = (rows: string) => ({
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
})
const headingRow = '<row r="1"><c r="A1" t="str"><v>Name</v></c></row>'

const longCell = `<c t="str"><v>${'x'.repeat(90_000)}</v></c>`
const tooDeep = 'This workbook is nested too deeply. Save it again or as CSV.'
test.each<[string, () => Buffer | string, string]>([
  ['a workbook of open elements', () => zip(sheetOf(headingRow + '<a>'.repeat(10_000_000))), tooDeep],
  [
    'a workbook with a heading of 10 MB',
    () => zip(sheetOf(`<row r="1"><c r="A1" t="str"><v>${'x'.repeat(10_000_000)}</v></c></row>`)),
    'Line 1: a text is too long',
  ],
  [
    'a workbook with a shared text of 10 MB',
    () => zip({ ...sheetOf(headingRow), 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(10_000_000)}` }),
    'a text is too long',
  ],
  [
    'a workbook whose cells share a long text',
    () =>
      zip({
        ...sheetOf(headingRow + '<row><c r="A2" t="s"><v>0</v></c></row>'.repeat(1400)),
        'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
      }),
    'This workbook is too large. Save it as CSV.',
  ],
  [
    'a CSV with a NUL',
    () => `Name,Price\n${'Tea,3\n'.repeat(2000)}A\0b,3`,
    'Line 2002: the text under “Name” has a character that can’t be stored',
  ],
  [
    'JSON lines with half a character',
    () => String.raw`{"Name":"Tea\ud800"}`,
    'Line 1: the text under “Name” has a character that can’t be stored',
  ],
  [
    'JSON lines with a NUL in a name',
    () => String.raw`{"Na\u0000me":"Tea"}`,
    'Line 1: a name has a character that can’t be stored',
  ],
  [
    'a CSV with a heading of 2,000 letters',
    () => `${'N'.repeat(2000)},Price\nTea,3`,
    'Line 1: a heading is too long',
  ],
  [
    'a workbook row of many long texts',
    () => zip(sheetOf(headingRow + `<row r="2">${longCell.repeat(5)}</row>`)),
    'Line 2 is too long',
  ],
  ['a CSV of commas', () => `Name\n${','.repeat(20_000_000)}`, 'This file has more than 500 columns'],
  [
    'a CSV of commas after a stray quotation mark',
    () => `Name\n5" pipe${','.repeat(20_000_000)}`,
    'This file has more than 500 columns',
  ],
  [
    'JSON lines with deep lists',
    () => `{"a":${'['.repeat(150_000)}${']'.repeat(150_000)}}`,
    'Line 1 is nested too deeply',
  ],
  [
    'JSON lines with deep objects',
    () => `{"a":${'{"b":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    'Line 1 is nested too deeply',
  ],
  [
    'a JSON line of a million names',
    () => `{${Array.from({ length: 1_000_000 }, (_, i) => `"n${i}":1`).join(',')}}`,
    'Line 1 is too long',
  ],
])('refuses %s with a sentence', async (_name, content, message) => {
  await expect(read(content())).rejects.toMatchObject({ status: 400, message })
})

function workbook(): Buffer {
  const cell = (reference: string, type: string, value: string) =>
    `<c r="${reference}" t="${type}">${value}</c>`
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
    <row r="1">${cell('A1', 's', '<v>0</v>')}${cell('B1', 'inlineStr', '<is><t>Price</t></is>')}${cell('C1', 's', '<v>1</v>')}</row>
    <row r="2">${cell('A2', 's', '<v>2</v>')}<c r="B2"><v>19.989999999999998</v></c>${cell('C2', 'b', '<v>1</v>')}</row>
    <row r="4">${cell('A4', 'str', '<v>Mug</v>')}${cell('C4', 'str', '<v>no</v>')}</row>
  </sheetData></worksheet>`
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Products" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId7" Target="worksheets/products.xml"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><t>New</t></si><si><r><t>Tea &amp; </t></r><r><t>cake</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/worksheets/products.xml': sheet,
  })
}

test('a workbook’s dates are dates, and its errors stay errors', async () => {
  const cells = [
    '<c r="A2" s="1"><v>45270</v></c>',
    '<c r="A3" s="2"><v>45270.75</v></c>',
    '<c r="A4" s="3"><v>45270</v></c>',
    '<c r="A5"><v>45270</v></c>',
    '<c r="A6" t="e"><v>#REF!</v></c>',
    '<c r="A7" s="1" t="str"><v>10/12/2023</v></c>',
  ]
  const sheetRows = cells.map((cell, i) => `<row r="${i + 2}">${cell}</row>`).join('')
  const book = (date1904: boolean) =>
    zip({
      ...sheetOf(`<row r="1"><c r="A1" t="str"><v>Date</v></c></row>${sheetRows}`),
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${Number(date1904)}"/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy hh:mm"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    })
  const dates = async (bytes: Buffer) => (await read(bytes)).rows.map((row) => row.cells['Date'])
  expect(await dates(book(false))).toEqual([
    '2023-12-10',
    '2023-12-10 18:00:00',
    '45270',
    '45270',
    '#REF!',
    '10/12/2023',
  ])
  expect((await dates(book(true)))[0]).toBe('2027-12-11')
})
