import { join } from 'node:path'
import PDFDocument from 'pdfkit'

/** In points. */
export const margin = 40
export const colors = { dark: '#1d1a17', soft: '#625b53', line: '#cfc8be', shade: '#f4f1ec' } as const
const footer = 24

export type Canvas = PDFKit.PDFDocument

/** Noto Sans covers Latin, Greek, Cyrillic and Devanagari, and the rupee sign. */
const fonts = { regular: 'noto-sans-regular.ttf', bold: 'noto-sans-bold.ttf' } as const

/** Reading the tables of a font takes most of the time of a document, so the documents of a thread share the fonts. */
const readFonts = new Map<string, PDFKit.Mixins.PDFFontSource>()

/** The font that pdfkit has read for the document. Its types name neither this property nor such a source. */
const currentFontOf = (canvas: Canvas) =>
  (canvas as unknown as { _font: { font: PDFKit.Mixins.PDFFontSource } })._font.font

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
  for (const [name, file] of Object.entries(fonts)) {
    const path = join(import.meta.dirname, 'fonts', file)
    canvas.registerFont(name, readFonts.get(name) ?? path)
    if (!readFonts.has(name)) readFonts.set(name, currentFontOf(canvas.font(name)))
  }
  return canvas.font('regular').fillColor(colors.dark)
}

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
  return canvas
    .font(bold ? 'bold' : 'regular')
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
  const before = canvas.y
  canvas
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .text(clean(text), x, y, { width, align })
  canvas.y = before
}

/** Draws text on one line, in a smaller size if it would not fit. */
export function drawFittedText(canvas: Canvas, text: string, placed: Placed): void {
  const { width, size, bold = false } = placed
  const textWidth = canvas
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .widthOfString(clean(text))
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
