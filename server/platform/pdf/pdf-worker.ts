import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { Block, PdfDocument } from './pdf-document.ts'
import {
  heightOf,
  colors,
  ensureSpace,
  marginOf,
  numberPages,
  openCanvas,
  startDocument,
  drawText,
  drawFittedText,
  drawRule,
  widthOf,
  type Canvas,
} from './canvas.ts'
import { isPlain } from './printable.ts'
import { drawBarcode } from './barcode/draw-barcode.ts'
import { drawTable } from './table.ts'

// On Linux this lowers the calling thread only; elsewhere it would lower the whole process.
if (process.platform === 'linux') setPriority(0, 5)

/** Lays out documents as one PDF, each from a new page on. The first one names the file. */
export async function drawDocuments(documents: readonly PdfDocument[]): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = openCanvas(documents[0]?.title ?? '', documents[0]?.author ?? '')
  for (const { title, size = 'a4', countries, blocks } of documents) {
    startDocument(canvas, size)
    const start = canvas.bufferedPageRange().count - 1
    delete canvas.writer
    if (!isPlain(JSON.stringify([title, blocks]))) {
      const { textWriter } = await import('./text-drawing.ts')
      canvas.writer = textWriter(canvas, countries)
    }
    for (const block of blocks) draw(canvas, block)
    if (size === 'a4') numberPages(canvas, title, start)
  }
  canvas.end()
  return buffer(canvas)
}

function draw(canvas: Canvas, block: Block): void {
  switch (block.kind) {
    case 'title':
      return drawTitle(canvas, block)
    case 'columns':
      return drawColumns(canvas, block.columns)
    case 'table':
      return drawTable(canvas, block)
    case 'sums':
      return drawSums(canvas, block.rows)
    case 'barcode':
      return drawBarcode(canvas, block)
    case 'text': {
      const size = 9
      const height = heightOf(canvas, block.text, { width: widthOf(canvas), size })
      ensureSpace(canvas, height)
      drawText(canvas, block.text, {
        x: marginOf(canvas),
        y: canvas.y,
        width: widthOf(canvas),
        size,
        color: colors.soft,
      })
      canvas.y += height + 8
    }
  }
}

function drawTitle(canvas: Canvas, { text, beside }: Extract<Block, { kind: 'title' }>): void {
  const width = widthOf(canvas) / 2
  const height = heightOf(canvas, beside, { width, size: 12, bold: true })
  drawFittedText(canvas, text, { x: marginOf(canvas), y: canvas.y, width, size: 20, bold: true })
  drawText(canvas, beside, {
    x: marginOf(canvas) + width,
    y: canvas.y + 6,
    width,
    size: 12,
    bold: true,
    align: 'right',
  })
  canvas.y += Math.max(28, height + 6) + 6
  drawRule(canvas, canvas.y)
  canvas.y += 12
}

type Columns = Extract<Block, { kind: 'columns' }>['columns']

/** Numbers that people type or read aloud must not break at a hyphen. */
const isNumber = (line: string) => /^[\dA-Z/-]+$/.test(line)

function drawColumns(canvas: Canvas, columns: Columns): void {
  const gap = 16
  const width = (widthOf(canvas) - gap * (columns.length - 1)) / columns.length
  const top = canvas.y
  const heights = columns.map(({ heading, lines, size = 9 }, index) => {
    const x = marginOf(canvas) + index * (width + gap)
    drawText(canvas, heading, { x, y: top, width, size: 8, bold: true, color: colors.soft })
    let height = 14
    for (const line of lines.filter(Boolean)) {
      const drawLine = isNumber(line) ? drawFittedText : drawText
      drawLine(canvas, line, { x, y: top + height, width, size })
      height += heightOf(canvas, isNumber(line) ? '1' : line, { width, size })
    }
    return height
  })
  canvas.y = top + Math.max(...heights) + 16
}

function drawSums(canvas: Canvas, rows: Extract<Block, { kind: 'sums' }>['rows']): void {
  const amountWidth = 100
  const x = marginOf(canvas) + widthOf(canvas) / 2
  const width = widthOf(canvas) / 2 - amountWidth
  ensureSpace(canvas, rows.length * 16)
  for (const { text, amount, isTotal = false, isContained = false } of rows) {
    const style = {
      y: canvas.y,
      size: isTotal ? 11 : 9,
      bold: isTotal,
      ...(isContained && { color: colors.soft }),
    }
    drawText(canvas, text, { ...style, x, width })
    drawFittedText(canvas, amount, { ...style, x: x + width, width: amountWidth, align: 'right' })
    canvas.y += Math.max(heightOf(canvas, text, { ...style, width }), 12) + (isTotal ? 5 : 2)
  }
  canvas.y += 14
}
