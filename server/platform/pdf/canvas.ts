import PDFDocument from 'pdfkit'
import { fontFiles } from './base-fonts.ts'
import { selectFont } from './embedded-font.ts'
import { isPlain } from './printable.ts'
import type { TextWriter } from './text-drawing.ts'

export const colors = { dark: '#1d1a17', soft: '#625b53', line: '#cfc8be', shade: '#f4f1ec' } as const
/** In points. */
const footer = 24

/** The pages of documents, in points. A label is 100 × 150 mm. */
const pages = {
  a4: { size: 'A4', margins: { left: 40, right: 40, top: 40, bottom: 40 + footer } },
  label: { size: [283.5, 425.2], margins: { left: 14, right: 14, top: 14, bottom: 14 } },
} satisfies Record<string, PDFKit.PDFDocumentOptions>

export type Canvas = PDFKit.PDFDocument & {
  /** Prints text that pdfkit cannot. Absent if the document has none. */
  writer?: TextWriter
}

/** An empty PDF without pages. */
export function openCanvas(title: string, author: string): Canvas {
  const canvas = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: clean(title), Author: clean(author) },
  })
  selectFont(canvas, 'bold', () => fontFiles.bold)
  selectFont(canvas, 'regular', () => fontFiles.regular)
  return canvas
}

/** Starts a document on a new page. */
export function startDocument(canvas: Canvas, size: 'a4' | 'label'): void {
  canvas.addPage(pages[size]).fillColor(colors.dark)
}

export const marginOf = (canvas: Canvas) => canvas.page.margins.left

const needsWriter = (canvas: Canvas, text: string): canvas is Canvas & { writer: TextWriter } =>
  canvas.writer !== undefined && !isPlain(text)

export const widthOf = (canvas: Canvas) => canvas.page.width - 2 * marginOf(canvas)

/** Starts a new page if less than this height is left. Returns whether it did. */
export function ensureSpace(canvas: Canvas, height: number): boolean {
  if (canvas.y + height <= canvas.page.maxY()) return false
  // A page has the size of the page before it.
  const { size, margins } = canvas.page
  canvas.addPage({ size, margins: { ...margins } })
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
    .moveTo(marginOf(canvas), y)
    .lineTo(marginOf(canvas) + widthOf(canvas), y)
    .lineWidth(0.5)
    .strokeColor(colors.line)
    .stroke()
}

/** Writes the title and the page number at the foot of each page of a document, whose first page is `start`. */
export function numberPages(canvas: Canvas, title: string, start: number): void {
  const end = canvas.bufferedPageRange().count
  for (let page = start; page < end; page++) {
    canvas.switchToPage(page)
    // Text below the margin would start a new page.
    canvas.page.margins.bottom = 0
    const y = canvas.page.height - marginOf(canvas)
    const placed = { x: marginOf(canvas), y, width: widthOf(canvas), size: 8, color: colors.soft }
    drawText(canvas, title, placed)
    drawText(canvas, `Page ${page - start + 1} of ${end - start}`, { ...placed, align: 'right' })
  }
}

// The fonts lack the full-width yen sign. Control characters are removed.
const clean = (text: string) => text.replaceAll('￥', '¥').replaceAll(/[^\P{C}\n]/gu, '')
