import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { Block, Paper } from './paper.ts'
import {
  heightOf,
  ink,
  makeRoom,
  margin,
  numberPages,
  openSheet,
  put,
  putFitted,
  rule,
  widthOf,
  type Sheet,
} from './sheet.ts'
import { drawTable } from './table.ts'

// On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole shop.
if (process.platform === 'linux') setPriority(0, 5)

/** Lays a paper out. */
export async function drawPaper({ title, author, blocks }: Paper): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = openSheet(title, author)
  for (const block of blocks) draw(sheet, block)
  numberPages(sheet, title)
  sheet.end()
  return buffer(sheet)
}

function draw(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'title':
      return drawTitle(sheet, block)
    case 'columns':
      return drawColumns(sheet, block.columns)
    case 'table':
      return drawTable(sheet, block)
    case 'sums':
      return drawSums(sheet, block.rows)
    case 'text': {
      const size = 9
      const height = heightOf(sheet, block.text, { width: widthOf(sheet), size })
      makeRoom(sheet, height)
      put(sheet, block.text, { x: margin, y: sheet.y, width: widthOf(sheet), size, color: ink.soft })
      sheet.y += height + 8
    }
  }
}

function drawTitle(sheet: Sheet, { text, beside }: Extract<Block, { kind: 'title' }>): void {
  const width = widthOf(sheet) / 2
  const height = heightOf(sheet, beside, { width, size: 12, bold: true })
  putFitted(sheet, text, { x: margin, y: sheet.y, width, size: 20, bold: true })
  put(sheet, beside, { x: margin + width, y: sheet.y + 6, width, size: 12, bold: true, align: 'right' })
  sheet.y += Math.max(28, height + 6) + 6
  rule(sheet, sheet.y)
  sheet.y += 12
}

type Columns = Extract<Block, { kind: 'columns' }>['columns']

/** What somebody types or reads out: broken at a hyphen, it would be taken for two. */
const isNumber = (line: string) => /^[\dA-Z/-]+$/.test(line)

function drawColumns(sheet: Sheet, columns: Columns): void {
  const gap = 16
  const width = (widthOf(sheet) - gap * (columns.length - 1)) / columns.length
  const top = sheet.y
  const heights = columns.map(({ heading, lines, size = 9 }, at) => {
    const x = margin + at * (width + gap)
    put(sheet, heading, { x, y: top, width, size: 8, bold: true, color: ink.soft })
    let height = 14
    for (const line of lines.filter(Boolean)) {
      const write = isNumber(line) ? putFitted : put
      write(sheet, line, { x, y: top + height, width, size })
      height += heightOf(sheet, isNumber(line) ? '1' : line, { width, size })
    }
    return height
  })
  sheet.y = top + Math.max(...heights) + 16
}

function drawSums(sheet: Sheet, rows: Extract<Block, { kind: 'sums' }>['rows']): void {
  const amountWidth = 100
  const x = margin + widthOf(sheet) / 2
  const width = widthOf(sheet) / 2 - amountWidth
  makeRoom(sheet, rows.length * 16)
  for (const { text, amount, isTotal = false, isContained = false } of rows) {
    const style = {
      y: sheet.y,
      size: isTotal ? 11 : 9,
      bold: isTotal,
      ...(isContained && { color: ink.soft }),
    }
    put(sheet, text, { ...style, x, width })
    putFitted(sheet, amount, { ...style, x: x + width, width: amountWidth, align: 'right' })
    sheet.y += Math.max(heightOf(sheet, text, { ...style, width }), 12) + (isTotal ? 5 : 2)
  }
  sheet.y += 14
}
