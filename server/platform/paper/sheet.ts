import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** Points. */
export const margin = 40
export const ink = { dark: '#1d1a17', soft: '#625b53', line: '#cfc8be', shade: '#f4f1ec' } as const
const footer = 24

export type Sheet = PDFKit.PDFDocument

/** Latin, Greek, Cyrillic and Devanagari, and the sign of the rupee. */
const fonts = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
} as const

/** An empty A4 document. */
export function openSheet(title: string, author: string): Sheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margins: { left: margin, right: margin, top: margin, bottom: margin + footer },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: clean(title), Author: clean(author) },
  })
  for (const [name, file] of Object.entries(fonts)) {
    sheet.registerFont(name, fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${file}`)))
  }
  return sheet.font('regular').fillColor(ink.dark)
}

export const widthOf = (sheet: Sheet) => sheet.page.width - 2 * margin

/** Begins another page where so many points are not left on this one. Answers whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.page.maxY()) return false
  sheet.addPage()
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

/** How high words stand that are broken to a width. */
export function heightOf(
  sheet: Sheet,
  text: string,
  { width, size, bold = false }: Pick<Placed, 'width' | 'size' | 'bold'>,
): number {
  return sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .heightOfString(clean(text) || ' ', { width })
}

/** Words at a place, broken to the width. The cursor stays where it is. */
export function put(sheet: Sheet, text: string, { x, y, width, size, bold = false, ...rest }: Placed): void {
  const { align = 'left', color = ink.dark } = rest
  const before = sheet.y
  sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .text(clean(text), x, y, { width, align })
  sheet.y = before
}

/** Words on one line, smaller where they would not fit. */
export function putFitted(sheet: Sheet, text: string, placed: Placed): void {
  const { width, size, bold = false } = placed
  const wanted = sheet
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .widthOfString(clean(text))
  put(sheet, text, { ...placed, size: wanted > width ? size * (width / wanted) * 0.99 : size })
}

export function rule(sheet: Sheet, y: number): void {
  sheet
    .moveTo(margin, y)
    .lineTo(margin + widthOf(sheet), y)
    .lineWidth(0.5)
    .strokeColor(ink.line)
    .stroke()
}

/** Writes at the foot of each page which it is, and what it belongs to. */
export function numberPages(sheet: Sheet, title: string): void {
  const { start, count } = sheet.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    sheet.switchToPage(at)
    // Below the margin text would begin another page.
    sheet.page.margins.bottom = 0
    const y = sheet.page.height - margin
    const placed = { x: margin, y, width: widthOf(sheet), size: 8, color: ink.soft }
    put(sheet, title, placed)
    put(sheet, `Page ${at - start + 1} of ${count}`, { ...placed, align: 'right' })
  }
}

// The wide sign of the yen is in no font of ours; what cannot be seen is no part of a paper.
const clean = (text: string) => text.replaceAll('￥', '¥').replaceAll(/[^\P{C}\n]/gu, '')
