import type { Block } from '../pdf-document.ts'
import { colors, drawText, ensureSpace, marginOf, widthOf, type Canvas } from '../canvas.ts'
import { code128 } from './code128.ts'

/** Scanners want light space of ten modules on both sides. */
const QUIET_MODULES = 10
/** In points; wider bars are no easier to read. A third of a millimetre suits every hand scanner. */
const MAX_MODULE = 1.2

/** Draws a text as Code 128, with the text itself below. */
export function drawBarcode(canvas: Canvas, { text, height }: Extract<Block, { kind: 'barcode' }>): void {
  const widths = code128(text)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  const module = Math.min(MAX_MODULE, widthOf(canvas) / (modules + 2 * QUIET_MODULES))
  ensureSpace(canvas, height + 20)
  let x = marginOf(canvas) + QUIET_MODULES * module
  const start = x
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) canvas.rect(x, canvas.y, width * module, height)
    x += width * module
  }
  canvas.fill('#000000')
  drawText(canvas, text, {
    x: start,
    y: canvas.y + height + 3,
    width: widthOf(canvas),
    size: 10,
    color: colors.dark,
  })
  canvas.y += height + 20
}
