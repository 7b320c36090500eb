import type { TableRow } from '#server/platform/table-files/table.ts'
import { withoutFormulaQuote } from '#server/platform/table-files/write-csv.ts'
import { minorDigits } from '#server/modules/pricing/index.ts'
import { parseMoment, parsePlannedMoment, type DateOrder, type NoMoment } from './date.rules.ts'
import { parseAmount, type Amount, type DecimalMark } from './amount.rules.ts'

/** The heading in the file for each column that it has. */
export type ColumnMapping<Column extends string = string> = Partial<Record<Column, string>>

/** How a file is read, as recognised or chosen by staff. */
export interface FileSettings<Column extends string = string> {
  mapping: ColumnMapping<Column>
  decimalMark: DecimalMark
  /** False if the file left in doubt which mark it uses, and nobody chose one. */
  isMarkSure: boolean
  /** Undefined if the file proves no order of day and month, and nobody chose one. */
  dateOrder: DateOrder | undefined
  /** Whether a SKU that several variants have gets their option behind it. Otherwise the first keeps it. */
  addsOptionToSkus: boolean
}

/** How a file is read in this shop. */
export interface ReadSettings<Column extends string = string> extends FileSettings<Column> {
  /** ISO 4217 */
  currency: string
  /** IANA */
  timeZone: string
}

/** The remarks on a record: why it is refused, and what was changed or left out. */
export interface Remarks {
  problems: string[]
  notes: string[]
}

/** Reads the cells of a row by column. Unreadable values become problems of the record. */
export interface CellReader<Column extends string = string> {
  has(column: Column): boolean
  /** The heading of the file for a column. */
  heading(column: Column): string
  /** Undefined for an empty cell and for a column that the file does not have. */
  text(row: TableRow, column: Column): string | undefined
  /** A number from 0, in whatever currency. */
  amount(row: TableRow, column: Column, remarks: Remarks): number | undefined
  /** A number that may be below 0, such as a fee that is a discount. */
  signed(row: TableRow, column: Column, remarks: Remarks): number | undefined
  /** An amount of the shop's currency in major units, rounded to its decimals. */
  price(row: TableRow, column: Column, remarks: Remarks): number | undefined
  /** "18" or "18 %", with up to two decimals. */
  percent(row: TableRow, column: Column, remarks: Remarks): number | undefined
  /** Whole grams. A unit in the cell counts more than `unit`. */
  grams(row: TableRow, column: Column, remarks: Remarks, unit?: string): number | undefined
  /** A moment in the past. */
  moment(row: TableRow, column: Column, remarks: Remarks): Date | undefined
  /** A moment in the past or the future. With `isEnd`, a day without a time means its end. */
  plannedMoment(
    row: TableRow,
    column: Column,
    remarks: Remarks,
    options?: { isEnd?: boolean },
  ): Date | undefined
  /** A whole number from 0. */
  whole(row: TableRow, column: Column, remarks: Remarks): number | undefined
  /** A whole number, which may be below 0. */
  units(row: TableRow, column: Column, remarks: Remarks): number | undefined
}

export function createCellReader<Column extends string>({
  mapping,
  decimalMark,
  isMarkSure,
  dateOrder,
  currency,
  timeZone,
}: ReadSettings<Column>): CellReader<Column> {
  const text: CellReader<Column>['text'] = (row, column) => {
    const heading = mapping[column]
    const cell = heading === undefined ? undefined : row.cells[heading]
    return (cell && withoutFormulaQuote(cell)) || undefined
  }
  const place = (row: TableRow, column: Column, found: string) =>
    `Line ${row.line}: “${found.slice(0, 40)}” under ${mapping[column]}`
  /** Says what is wrong or in doubt about an amount; its value, if it has one. */
  const judge = (found: string, where: string, { problems, notes }: Remarks, min = 0): Amount | undefined => {
    const amount = parseAmount(found, decimalMark)
    if (!amount || amount.value < min) {
      problems.push(`${where} is not an amount${min === 0 ? ' of 0 or more' : ''}`)
      return undefined
    }
    if (amount.doubt === 'scientific')
      notes.push(`${where} was shortened by a spreadsheet and is read as ${amount.value}`)
    if (amount.doubt === 'thousands' && !isMarkSure)
      notes.push(`${where} is read as ${amount.value}. If that is wrong, choose how decimals are written`)
    return amount
  }
  /** The value with so many decimals, and a note if that changes it. */
  const rounded = (value: number, digits: number, where: string, { notes }: Remarks) => {
    const nearest = roundTo(value, digits)
    if (nearest !== value) notes.push(`${where} is rounded to ${nearest}`)
    return nearest
  }
  const integer = (row: TableRow, column: Column, { problems }: Remarks, value: number | undefined) => {
    if (value === undefined || Number.isInteger(value)) return value
    problems.push(`Line ${row.line}: ${mapping[column]} must be a whole number`)
    return undefined
  }
  const numberFrom =
    (min: number): CellReader<Column>['amount'] =>
    (row, column, remarks) => {
      const found = text(row, column)
      return found === undefined ? undefined : judge(found, place(row, column, found), remarks, min)?.value
    }
  const [amount, signed] = [numberFrom(0), numberFrom(-Infinity)]
  return {
    has: (column) => mapping[column] !== undefined,
    heading: (column) => mapping[column] ?? '',
    text,
    amount,
    signed,
    price(row, column, remarks) {
      const found = text(row, column)
      const where = place(row, column, found ?? '')
      const read = found === undefined ? undefined : judge(found, where, remarks)
      if (!read) return undefined
      if (read.currencies && !read.currencies.has(currency)) {
        remarks.problems.push(`${where} is not in ${currency}, the currency of this shop`)
        return undefined
      }
      return rounded(read.value, minorDigits(currency), where, remarks)
    },
    percent(row, column, remarks) {
      const found = text(row, column)
      const where = place(row, column, found ?? '')
      const value = found === undefined ? undefined : judge(found.replace(/\s*%$/, ''), where, remarks)?.value
      return value === undefined ? undefined : rounded(value, 2, where, remarks)
    },
    grams(row, column, remarks, unit = 'g') {
      const found = text(row, column)
      const where = place(row, column, found ?? '')
      const { number = '', factor = 1 } = (found === undefined ? undefined : splitWeight(found, unit)) ?? {}
      const value = found === undefined ? undefined : judge(number, where, remarks)?.value
      if (value === undefined) return undefined
      const grams = Math.round(value * factor)
      if (Math.abs(grams - value * factor) > 0.01 * value * factor)
        remarks.notes.push(`${where} is rounded to ${grams} g`)
      return grams
    },
    moment(row, column, { problems }) {
      const found = text(row, column)
      const moment = found === undefined ? undefined : parseMoment(found, { order: dateOrder, timeZone })
      if (typeof moment !== 'string') return moment
      problems.push(`${place(row, column, found ?? '')} ${noMoment[moment]}`)
      return undefined
    },
    plannedMoment(row, column, { problems }, { isEnd = false } = {}) {
      const found = text(row, column)
      const settings = { order: dateOrder, timeZone }
      const moment = found === undefined ? undefined : parsePlannedMoment(found, settings, isEnd)
      if (typeof moment !== 'string') return moment
      problems.push(`${place(row, column, found ?? '')} ${noMoment[moment]}`)
      return undefined
    },
    whole: (row, column, remarks) => integer(row, column, remarks, amount(row, column, remarks)),
    units: (row, column, remarks) => integer(row, column, remarks, signed(row, column, remarks)),
  }
}

/** The rows without the quotes of formulas, for what formats read besides the mapped columns. */
export async function* withoutQuotes(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    const cells = Object.entries(row.cells)
    const isQuoted = cells.some(([, cell]) => cell.startsWith("'"))
    yield isQuoted
      ? {
          ...row,
          cells: Object.fromEntries(cells.map(([heading, cell]) => [heading, withoutFormulaQuote(cell)])),
        }
      : row
  }
}

const noMoment: Readonly<Record<NoMoment, string>> = {
  order: 'can be two days. Choose how dates are written',
  future: 'has not come yet',
  form: 'is not a date. Write it as 2024-05-31',
}

/** Half rounded up, via the decimal text, because 1.005 * 100 is 100.49999999999999. */
function roundTo(value: number, digits: number): number {
  if (value < 1e-6 || value >= 1e20) return Math.round(value)
  return Math.round(Number(`${value}e${digits}`)) / 10 ** digits
}

const gramsPerUnit: Readonly<Record<string, number>> = {
  mg: 0.001,
  g: 1,
  gm: 1,
  gms: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  kgs: 1000,
  t: 1_000_000,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523_125,
}

/** "1.5 kg" as its number and grams per unit; a number alone is in `unit`. Undefined for another unit. */
function splitWeight(text: string, unit: string): { number: string; factor: number } | undefined {
  const [, number = text, own] = /^(.*\d[.,]?)\s*(\p{L}+)\.?$/u.exec(text) ?? []
  const factor = gramsPerUnit[(own ?? unit).toLowerCase()]
  return factor === undefined ? undefined : { number, factor }
}

/** `yes`, `true` and 1, or `no`, `false` and 0, as spreadsheets write them. Undefined for anything else. */
export function parseFlag(text: string | undefined): boolean | undefined {
  if (/^(?:yes|y|true|1)$/i.test(text ?? '')) return true
  return /^(?:no|n|false|0)$/i.test(text ?? '') ? false : undefined
}
