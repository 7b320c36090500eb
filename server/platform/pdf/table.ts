import type { Block, Cell } from './pdf-document.ts'
import {
  heightOf,
  colors,
  ensureSpace,
  marginOf,
  drawText,
  drawFittedText,
  drawRule,
  widthOf,
  type Canvas,
} from './canvas.ts'

type Table = Extract<Block, { kind: 'table' }>

interface CellBox {
  x: number
  width: number
  align: 'left' | 'right'
}

const gap = 4
const box = 9
/** A larger quantity gets one box. */
const MAX_BOXES = 10

/** Draws a table. The head is repeated on each page, and rows are never split. */
export function drawTable(canvas: Canvas, { columns, rows, foot, size }: Table): void {
  const boxes = cellBoxes(canvas, columns)
  const drawHead = () => {
    const names = columns.map(({ name }) => name)
    const height = rowHeight(canvas, names, boxes, { size, bold: true, wrap: true })
    canvas.rect(marginOf(canvas), canvas.y, widthOf(canvas), height).fill(colors.shade)
    drawRow(canvas, names, boxes, { size, bold: true, wrap: true })
  }
  ensureSpace(canvas, 60)
  drawHead()
  for (const row of [...rows, ...(foot ? [foot] : [])]) {
    const bold = row === foot
    if (ensureSpace(canvas, rowHeight(canvas, row, boxes, { size, bold }))) drawHead()
    drawRow(canvas, row, boxes, { size, bold })
    drawRule(canvas, canvas.y)
  }
  canvas.y += 14
}

function cellBoxes(canvas: Canvas, columns: Table['columns']): CellBox[] {
  const fixedWidth = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  const left = (widthOf(canvas) - fixedWidth) / Math.max(1, columns.filter(({ width }) => !width).length)
  let x = marginOf(canvas)
  return columns.map(({ width = left, align = 'left' }) => {
    const cellBox = { x: x + gap / 2, width: width - gap, align }
    x += width
    return cellBox
  })
}

interface Style {
  size: number
  bold: boolean
  /** Whether right-aligned text may wrap, as in the head. */
  wrap?: boolean
}

function rowHeight(canvas: Canvas, row: readonly Cell[], boxes: readonly CellBox[], style: Style): number {
  const heights = row.map((cell, index) => {
    const width = boxes[index]?.width ?? 0
    if (typeof cell !== 'string') return box
    const fitsOneLine = boxes[index]?.align === 'right' && !style.wrap
    return heightOf(canvas, fitsOneLine ? ' ' : cell, { ...style, width })
  })
  return Math.max(...heights) + 2 * gap
}

function drawRow(canvas: Canvas, row: readonly Cell[], boxes: readonly CellBox[], style: Style): void {
  const height = rowHeight(canvas, row, boxes, style)
  for (const [index, cellBox] of boxes.entries()) {
    const cell = row[index] ?? ''
    const placed = { ...cellBox, ...style, y: canvas.y + gap }
    if (typeof cell !== 'string') drawBoxes(canvas, cell.boxes, placed)
    else if (cellBox.align === 'right' && !style.wrap) drawFittedText(canvas, cell, placed)
    else drawText(canvas, cell, placed)
  }
  canvas.y += height
}

function drawBoxes(canvas: Canvas, count: number, { x, y }: { x: number; y: number }): void {
  for (let index = 0; index < (count > MAX_BOXES ? 1 : count); index++) {
    canvas
      .rect(x + index * (box + 3), y + 2, box, box)
      .lineWidth(0.8)
      .strokeColor(colors.dark)
      .stroke()
  }
}
