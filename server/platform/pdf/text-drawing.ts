import type { BaseFont } from './base-fonts.ts'
import { codeOf, selectFont } from './embedded-font.ts'
import type { Glyph, ShapedRun } from './shaping.ts'
import { ascent, layOut, type Line } from './text-layout.ts'

interface Style {
  width: number
  size: number
  base: BaseFont
}

/** Measures and draws text in every script. */
export interface TextWriter {
  /** The height of text that wraps at a width, in points. */
  heightOf(text: string, style: Style): number
  /** The width of the longest line if nothing wraps, in points. */
  widthOf(text: string, style: Omit<Style, 'width'>): number
  /** Draws text from the height `y` downwards. A line that reads from the right begins at the right. */
  draw(text: string, placed: Style & { x: number; y: number; align: 'left' | 'right' }): void
}

/** A writer for one document. `countries`: the first East Asian one decides the forms of Han characters. */
export function textWriter(canvas: PDFKit.PDFDocument, countries: readonly string[]): TextWriter {
  // A table asks for the same text several times.
  const known = new Map<string, Line[]>()
  const linesOf = (text: string, { width, size, base }: Style) => {
    const key = JSON.stringify([text, width, size, base])
    const lines = known.get(key) ?? layOut(text, { base, width: width / size, countries })
    known.set(key, lines)
    return lines
  }
  return {
    heightOf: (text, style) => linesOf(text, style).reduce((sum, { height }) => sum + height * style.size, 0),
    widthOf: (text, style) =>
      Math.max(0, ...linesOf(text, { ...style, width: Infinity }).map(({ width }) => width)) * style.size,
    draw(text, { x, y, align, ...style }) {
      let top = y
      for (const { runs, width, height, isRtl } of linesOf(text, style)) {
        const start = align === 'right' || isRtl ? x + style.width - width * style.size : x
        for (const { run, left } of runs)
          drawRun(canvas, run, {
            x: start + left * style.size,
            baseline: top + ascent * style.size,
            size: style.size,
          })
        top += height * style.size
      }
    },
  }
}

function drawRun(
  canvas: PDFKit.PDFDocument,
  run: ShapedRun,
  { x, baseline, size }: { x: number; baseline: number; size: number },
): void {
  const embedded = selectFont(canvas, run.font.name, run.font.read)
  const { fonts } = canvas.page as unknown as { fonts: Record<string, object> }
  fonts[embedded.id] ??= embedded.ref()
  for (const { left, rise, glyphs } of stretchesOf(run)) {
    canvas.save()
    const isText = glyphs[0]?.text !== ''
    const scale = isText ? 1 : size / run.font.unitsPerEm
    // pdfkit counts from the top of the page, fonts from the baseline upwards.
    canvas.transform(scale, 0, 0, -scale, x + left * size, baseline - rise * size)
    if (isText) {
      const codes = glyphs.map((glyph) => codeOf(embedded, glyph)).join('')
      canvas.addContent(`BT /${embedded.id} ${size} Tf <${codes}> Tj ET`)
    } else for (const { id } of glyphs) canvas.path(run.font.shaper.glyphToPath(id)).fill()
    canvas.restore()
  }
}

interface Stretch {
  left: number
  rise: number
  glyphs: Glyph[]
}

/** Glyphs that follow each other without a gap, or one glyph without text. */
function stretchesOf({ glyphs }: ShapedRun): Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const glyph of glyphs) {
    const { left, rise, text, width } = glyph
    const last = stretches.at(-1)
    const follows = last?.rise === rise && last.glyphs[0]?.text && Math.abs(left - end) < 0.001
    if (text && follows) last.glyphs.push(glyph)
    else stretches.push({ left, rise, glyphs: [glyph] })
    end = left + width
  }
  return stretches
}
