import PDFDocument from 'pdfkit'
import { fontFiles } from './base-fonts.ts'
import { selectFont } from './embedded-font.ts'
import { isPlain } from './printable.ts'
import type { TextWriter } from './text-drawing.ts'

/** In points. */
export const margin = 40
export const colors = { dark: '#1d1a17', soft: '#625b53', line: '#cfc8be', shade: '#f4f1ec' } as const
const footer = 24

export type Canvas = PDFKit.PDFDocument & {
  /** Prints text that pdfkit cannot. Absent if the document has none. */
  writer?: TextWriter
}

/** An empty A4 document. */
export function openCanvas(title: string, author: string): Canvas {
  const canvas = new PDFDocument({
    size: 'A4',
    margins: { left: margin, right: margin, top: margin, bottom: margin + footer },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: clean(title), Author: clean(author) },
  })
  selectFont(canvas, 'bold', () => fontFiles.bold)
  selectFont(canvas, 'regular', () => fontFiles.regular)
  return canvas.fillColor(colors.dark)
}

const needsWriter = (canvas: Canvas, text: string): canvas is Canvas & { writer: TextWriter } =>
  canvas.writer !== undefined && !isPlain(text)

export const widthOf = (canvas: Canvas) => canvas.page.width - 2 * margin

/** Starts a new page if less than this height is left. Returns whether it did. */
export function ensureSpace(canvas: Canvas, height: number): boolean {
  if (canvas.y + height <= canvas.page.maxY()) return false
  canvas.addPage()
  return true
}

interface Placed {
  x: number
  y: number
  width: number
  size: number
  bold?: boolean
  align?: 'left' | 'right'
  color?: string
}

/** The height of text that wraps at a width. */
export function heightOf(
  canvas: Canvas,
  text: string,
  { width, size, bold = false }: Pick<Placed, 'width' | 'size' | 'bold'>,
): number {
  const base = bold ? 'bold' : 'regular'
  if (needsWriter(canvas, text)) return canvas.writer.heightOf(text, { width, size, base })
  return canvas
    .font(base)
    .fontSize(size)
    .heightOfString(clean(text) || ' ', { width })
}

/** Draws text that wraps at the width, without moving the cursor. */
export function drawText(
  canvas: Canvas,
  text: string,
  { x, y, width, size, bold = false, ...rest }: Placed,
): void {
  const { align = 'left', color = colors.dark } = rest
  const base = bold ? 'bold' : 'regular'
  const before = canvas.y
  canvas.fillColor(color)
  if (needsWriter(canvas, text)) canvas.writer.draw(text, { x, y, width, size, base, align })
  else canvas.font(base).fontSize(size).text(clean(text), x, y, { width, align })
  canvas.y = before
}

/** Draws text on one line, in a smaller size if it would not fit. */
export function drawFittedText(canvas: Canvas, text: string, placed: Placed): void {
  const { width, size, bold = false } = placed
  const base = bold ? 'bold' : 'regular'
  const textWidth = needsWriter(canvas, text)
    ? canvas.writer.widthOf(text, { size, base })
    : canvas.font(base).fontSize(size).widthOfString(clean(text))
  drawText(canvas, text, { ...placed, size: textWidth > width ? size * (width / textWidth) * 0.99 : size })
}

export function drawRule(canvas: Canvas, y: number): void {
  canvas
    .moveTo(margin, y)
    .lineTo(margin + widthOf(canvas), y)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke()
}

/** Writes the title and the page number at the foot of each page. */
export function numberPages(canvas: Canvas, title: string): void {
  const { start, count } = canvas.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    canvas.switchToPage(page)
    // Text below the margin would start a new page.
    canvas.page.margins.bottom = 0
    const y = canvas.page.height - margin
    const placed = { x: margin, y, width: widthOf(canvas), size: 8, color: colors.soft }
    drawText(canvas, title, placed)
    drawText(canvas, `Page ${page - start + 1} of ${count}`, { ...placed, align: 'right' })
  }
}

// The fonts lack the full-width yen sign. Control characters are removed.
const clean = (text: string) => text.replaceAll('￥', '¥').replaceAll(/[^\P{C}\n]/gu, '')
