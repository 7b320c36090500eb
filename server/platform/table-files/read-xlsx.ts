import { Readable } from 'node:stream'
import yauzl, { type Entry } from 'yauzl'
import {
  isStorable,
  MAX_CELL_CHARACTERS,
  MAX_COLUMNS,
  MAX_ROW_CHARACTERS,
  rowTooLong,
  tableError,
  tooManyColumns,
  type Line,
} from './table.ts'
import { refuseBroken, xmlEvents } from './xml-events.ts'

/** Unpacked sizes: a small archive may unpack to many gigabytes. */
const MAX_SHEET_BYTES = 512 * 1024 * 1024
const MAX_TEXTS_BYTES = 96 * 1024 * 1024
const MAX_BOOK_BYTES = 4 * 1024 * 1024
const MAX_ENTRIES = 2000
/**
 * Many cells may share one text, so a small file may hold gigabytes of cells. A list of 50,000 products with one
 * description for all has 38 characters per byte.
 */
const MAX_CHARACTERS_PER_BYTE = 100
const ALWAYS_ALLOWED_CHARACTERS = 32 * 1024 * 1024

/** Excel allows 31 characters. */
const MAX_NAME_CHARACTERS = 100
const MAX_SHEETS = 200

/** A workbook that was opened. */
export interface Workbook {
  /** The names of its sheets in their order, without those that are hidden. */
  sheets: string[]
  /** The lines of a sheet. Throws AppError 400 for a broken or too large one. */
  lines(sheet: string): AsyncGenerator<Line>
}

/** Opens a workbook. Throws AppError 400 for one that is broken, too large or without sheets. */
export async function openXlsx(bytes: Buffer): Promise<Workbook> {
  const archive = await openArchive(bytes).catch(refuseBroken)
  const { sheets, epoch } = await readBook(archive)
  if (sheets.size === 0) throw tableError('This workbook has no sheet')
  const maxCharacters = Math.max(ALWAYS_ALLOWED_CHARACTERS, bytes.length * MAX_CHARACTERS_PER_BYTE)
  // All sheets share their texts, which take long to read.
  let shared: Promise<Pick<SheetContext, 'dates' | 'texts'>> | undefined
  return {
    sheets: [...sheets.keys()],
    async *lines(sheet) {
      const path = sheets.get(sheet)
      if (path === undefined) throw tableError(`This workbook has no sheet “${sheet}”`)
      shared ??= readShared(archive)
      const context = { ...(await shared), epoch, maxCharacters }
      yield* readSheet(await archive.unpack(path, MAX_SHEET_BYTES), context)
    },
  }
}

interface Archive {
  has(path: string): boolean
  /** The stream fails if the part unpacks to more than it declares, so the declared size is a limit. */
  unpack(path: string, maxBytes: number): Promise<Readable>
}

async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(bytes)
  if (zip.entryCount > MAX_ENTRIES) throw tableError('This workbook has too many parts')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return {
    has: (path) => entries.has(path),
    async unpack(path, maxBytes) {
      const entry = entries.get(path)
      if (!entry) return Readable.from([])
      if (entry.uncompressedSize > maxBytes) throw tooLarge()
      return zip.openReadStreamPromise(entry).catch(refuseBroken)
    },
  }
}

interface Book {
  /** Paths in the archive by name. */
  sheets: Map<string, string>
  /** The day before day 1, in milliseconds. */
  epoch: number
}

async function readBook(archive: Archive): Promise<Book> {
  const found: { name: string; id: string | undefined; isHidden: boolean }[] = []
  let isFrom1904 = false
  for await (const event of xmlEvents(await archive.unpack('xl/workbook.xml', MAX_BOOK_BYTES))) {
    if (event.kind !== 'open') continue
    const { name = '', 'r:id': id, state = 'visible', date1904 = '' } = event.attributes
    if (event.name === 'sheet') found.push({ name, id, isHidden: state !== 'visible' })
    if (event.name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(date1904)
  }
  const targets = new Map<string | undefined, string>()
  for await (const event of xmlEvents(await archive.unpack('xl/_rels/workbook.xml.rels', MAX_BOOK_BYTES))) {
    if (event.kind !== 'open' || event.name !== 'Relationship') continue
    const { Id: id, Target: target = '' } = event.attributes
    targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  }
  const visible = found.filter(({ isHidden }) => !isHidden)
  const named = [visible, found].find(({ length }) => length > 0) ?? [{ name: '', id: undefined }]
  const sheets = named.flatMap(({ name, id }, i) => {
    const path = targets.get(id) ?? `xl/worksheets/sheet${i + 1}.xml`
    // A chart has a sheet of its own, without rows.
    const hasRows = archive.has(path) && !path.startsWith('xl/chartsheets/')
    return hasRows && isStorable(name)
      ? [[name.slice(0, MAX_NAME_CHARACTERS) || `Sheet${i + 1}`, path] as const]
      : []
  })
  return {
    sheets: new Map(sheets.slice(0, MAX_SHEETS)),
    // Workbooks of old Macs count from 1904. The others count a 29 February 1900, which never was.
    epoch: isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30),
  }
}

async function readShared(archive: Archive): Promise<Pick<SheetContext, 'dates' | 'texts'>> {
  return {
    dates: await readDateStyles(await archive.unpack('xl/styles.xml', MAX_BOOK_BYTES)),
    texts: await readTexts(await archive.unpack('xl/sharedStrings.xml', MAX_TEXTS_BYTES)),
  }
}

/** Formats of dates and times that every workbook knows by number (ECMA-376, 18.8.30). */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** The indexes of the cell styles that show a number as a date. */
async function readDateStyles(stream: Readable): Promise<Set<number>> {
  const isDate = new Map<string, boolean>()
  const styles = new Set<number>()
  let index = -1
  for await (const event of xmlEvents(stream)) {
    if (event.kind === 'text') continue
    if (event.name === 'cellXfs') index = event.kind === 'open' ? 0 : -1
    if (event.kind === 'close') continue
    const { numFmtId = '', formatCode = '' } = event.attributes
    if (event.name === 'numFmt') isDate.set(numFmtId, showsDate(formatCode))
    if (event.name !== 'xf' || index < 0) continue
    if (isDate.get(numFmtId) ?? dateFormats.has(Number(numFmtId))) styles.add(index)
    index++
  }
  return styles
}

/** "dd/mm/yyyy" is a date; "0.00 "days"" and "[Red]0" are none. */
const showsDate = (format: string) => /[dmy]/i.test(format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** The texts that cells refer to by index. Phonetic guides (`rPh`) are no part of a text. */
async function readTexts(stream: Readable): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isGuide = false
  for await (const event of xmlEvents(stream)) {
    if (event.kind === 'text') text = isText && !isGuide ? append(text, event.text) : text
    else if (event.name === 'rPh') isGuide = event.kind === 'open'
    else if (event.name === 't') isText = event.kind === 'open'
    else if (event.name === 'si' && event.kind === 'open') text = ''
    else if (event.name === 'si') texts.push(text)
  }
  return texts
}

/** AppError 400 for a cell that would grow without end. */
function append(cell: string, text: string, line?: number): string {
  if (cell.length + text.length <= MAX_CELL_CHARACTERS) return cell + text
  throw tableError(`${line === undefined ? '' : `Line ${line}: `}a text is too long`)
}

interface SheetContext {
  texts: readonly string[]
  dates: ReadonlySet<number>
  epoch: number
  maxCharacters: number
}

async function* readSheet(stream: Readable, context: SheetContext): AsyncGenerator<Line> {
  const { maxCharacters } = context
  let line = 0
  let characters = 0
  let charactersBefore = 0
  let cells: string[] = []
  let cell: Cell = { column: 0, type: 'n', style: 0, value: '' }
  let isValue = false
  for await (const event of xmlEvents(stream)) {
    if (event.kind === 'text') {
      if (isValue) cell.value = append(cell.value, event.text, line)
    } else if (event.name === 'row' && event.kind === 'open') {
      line = lineOf(event.attributes['r']) ?? line + 1
      charactersBefore = characters
      cells = []
    } else if (event.name === 'row') {
      yield { line, cells }
    } else if (event.name === 'c' && event.kind === 'open') {
      const column = columnOf(event.attributes['r']) ?? cells.length
      const { t: type = 'n', s: style = 0 } = event.attributes
      cell = { column, type, style: Number(style), value: '' }
    } else if (event.name === 'c') {
      if (cell.column > MAX_COLUMNS) throw tooManyColumns()
      while (cells.length < cell.column) cells.push('')
      const value = valueOf(cell, context)
      characters += value.length
      if (characters > maxCharacters) throw tooLarge()
      if (characters - charactersBefore > MAX_ROW_CHARACTERS) throw rowTooLong(line)
      cells[cell.column] = value
    } else if (event.name === 'v' || event.name === 't') isValue = event.kind === 'open'
  }
}

interface Cell {
  column: number
  type: string
  style: number
  value: string
}

/** An error such as #REF! stays in its cell, so that nobody takes it for an empty one. */
function valueOf({ type, style, value }: Cell, { texts, dates, epoch }: SheetContext): string {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.replace('T', ' ')
  if (type !== 'n' || value === '') return value
  if (dates.has(style)) return dateOf(Number(value), epoch) ?? value
  // Spreadsheets store 19.99 as 19.989999999999998.
  return /[.e]/i.test(value) ? String(Number(Number(value).toPrecision(15))) : value
}

/** The number of days as "2023-12-10" or "2023-12-10 18:00:00". Undefined for what is no day of a calendar. */
function dateOf(days: number, epoch: number): string | undefined {
  if (!(days >= 1 && days < 2_958_466)) return undefined
  const moment = new Date(epoch + Math.round(days * 86_400) * 1000).toISOString()
  return Number.isInteger(days) ? moment.slice(0, 10) : moment.slice(0, 19).replace('T', ' ')
}

/** Excel has 1,048,576 rows. */
const lineOf = (attribute: string | undefined): number | undefined =>
  /^\d{1,7}$/.test(attribute ?? '') ? Number(attribute) : undefined

/** 0 for "A7", 27 for "AB7". */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const tooLarge = () => tableError('This workbook is too large. Save it as CSV.')
