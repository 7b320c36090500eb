import type { Block, Cell } from './paper.ts'
import { heightOf, ink, makeRoom, margin, put, putFitted, rule, widthOf, type Sheet } from './sheet.ts'

type Table = Extract<Block, { kind: 'table' }>

interface Field {
  x: number
  width: number
  align: 'left' | 'right'
}

const gap = 4
const box = 9
/** More than this nobody ticks one by one. */
const mostBoxes = 10

/** A table whose head stands on every page it reaches; a row is never cut. */
export function drawTable(sheet: Sheet, { columns, rows, foot, size }: Table): void {
  const fields = fieldsOf(sheet, columns)
  const drawHead = () => {
    const names = columns.map(({ name }) => name)
    const height = rowHeight(sheet, names, fields, { size, bold: true, wrap: true })
    sheet.rect(margin, sheet.y, widthOf(sheet), height).fill(ink.shade)
    drawRow(sheet, names, fields, { size, bold: true, wrap: true })
  }
  makeRoom(sheet, 60)
  drawHead()
  for (const row of [...rows, ...(foot ? [foot] : [])]) {
    const bold = row === foot
    if (makeRoom(sheet, rowHeight(sheet, row, fields, { size, bold }))) drawHead()
    drawRow(sheet, row, fields, { size, bold })
    rule(sheet, sheet.y)
  }
  sheet.y += 14
}

function fieldsOf(sheet: Sheet, columns: Table['columns']): Field[] {
  const given = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const left = (widthOf(sheet) - given) / Math.max(1, columns.filter(({ width }) => !width).length)
  let x = margin
  return columns.map(({ width = left, align = 'left' }) => {
    const field = { x: x + gap / 2, width: width - gap, align }
    x += width
    return field
  })
}

interface Style {
  size: number
  bold: boolean
  /** Whether figures may be broken too, as in a head. */
  wrap?: boolean
}

function rowHeight(sheet: Sheet, row: readonly Cell[], fields: readonly Field[], style: Style): number {
  const heights = row.map((cell, at) => {
    const width = fields[at]?.width ?? 0
    if (typeof cell !== 'string') return box
    const isFitted = fields[at]?.align === 'right' && !style.wrap
    return heightOf(sheet, isFitted ? ' ' : cell, { ...style, width })
  })
  return Math.max(...heights) + 2 * gap
}

function drawRow(sheet: Sheet, row: readonly Cell[], fields: readonly Field[], style: Style): void {
  const height = rowHeight(sheet, row, fields, style)
  for (const [at, field] of fields.entries()) {
    const cell = row[at] ?? ''
    const placed = { ...field, ...style, y: sheet.y + gap }
    if (typeof cell !== 'string') drawBoxes(sheet, cell.boxes, placed)
    else if (field.align === 'right' && !style.wrap) putFitted(sheet, cell, placed)
    else put(sheet, cell, placed)
  }
  sheet.y += height
}

function drawBoxes(sheet: Sheet, count: number, { x, y }: { x: number; y: number }): void {
  for (let at = 0; at < (count > mostBoxes ? 1 : count); at++) {
    sheet
      .rect(x + at * (box + 3), y + 2, box, box)
      .lineWidth(0.8)
      .strokeColor(ink.dark)
      .stroke()
  }
}
