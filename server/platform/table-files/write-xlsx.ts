import { createZip } from '../zip.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet (ECMA-376). */
const parts = {
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Export" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** Writes an XLSX file with one sheet. Texts are texts: no spreadsheet runs them as formulas. */
export async function writeXlsx(
  path: string,
  batches: AsyncIterable<readonly (readonly (string | number)[])[]>,
): Promise<void> {
  const zip = createZip(path)
  try {
    for (const [name, xml] of Object.entries(parts)) await zip.add(name, [Buffer.from(head + xml)])
    await zip.add('xl/worksheets/sheet1.xml', sheet(batches))
    await zip.close()
  } catch (error) {
    zip.abort()
    throw error
  }
}

async function* sheet(
  batches: AsyncIterable<readonly (readonly (string | number)[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${head}<worksheet xmlns="${main}"><sheetData>`)
  for await (const rows of batches) {
    yield Buffer.from(rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A cell has at most 32,767 characters. */
const MAX_CELL_LENGTH = 32_767

const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escape(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Without the characters that XML does not allow. */
const escape = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
