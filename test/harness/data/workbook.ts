import { zip } from '../hostile/zip.ts'

interface Sheet {
  rows?: readonly (readonly string[])[]
  state?: 'visible' | 'hidden' | 'veryHidden'
  /** Of the part in the archive; "worksheets" unless it is a chart. */
  folder?: string
}

/** A workbook with these sheets in this order. Its parts are numbered from the last, as after sheets were moved. */
export function workbookOf(sheets: Record<string, Sheet>): Buffer {
  const all = Object.entries(sheets).map(([name, sheet], i, { length }) => {
    const { rows = [], state = 'visible', folder = 'worksheets' } = sheet
    return { name, rows, state, id: `rId${i + 1}`, path: `${folder}/sheet${length - i}.xml` }
  })
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheetOf = (rows: Sheet['rows'] = []) =>
    `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`
  const named = all.map(({ name, state, id }) => `<sheet name="${name}" state="${state}" r:id="${id}"/>`)
  const targets = all.map(({ id, path }) => `<Relationship Id="${id}" Target="${path}"/>`)
  return zip({
    'xl/workbook.xml': `<workbook><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(all.map(({ path, rows }) => [`xl/${path}`, sheetOf(rows)])),
  })
}
