import bidiFactory, { type Bidi } from 'bidi-js'
import { breaksOf, lettersOf } from './line-breaks.ts'
import { withoutControls, withPrintable } from './printable.ts'
import { fontOf, hanCountryOf, type ScriptFont } from './script-fonts.ts'
import { shapeRun, type ShapedRun } from './shaping.ts'
import type { BaseFont } from './base-fonts.ts'

/** A line of a paragraph. Lengths are in units of the font size. */
export interface Line {
  /** In the order of reading, so that copying keeps it. `left`: from the left end of the line. */
  runs: readonly { run: ShapedRun; left: number }[]
  width: number
  height: number
  /** Whether the line reads from the right, and so begins there. */
  isRtl: boolean
}

/** Of Noto Sans, in units of the font size. All lines have its ascent, so that the cells of a row align. */
export const ascent = 1.069
const baseDescent = 0.293

/** Fonts of Arabic and Burmese ask for more, for rare words. */
const MAX_DESCENT = 0.5

interface Options {
  base: BaseFont
  /** In units of the font size. */
  width: number
  /** Countries of the document; the first East Asian one decides the forms of Han characters. */
  countries: readonly string[]
}

/** Part of a paragraph that is printed in one font and read in one direction. */
interface Span {
  font: ScriptFont
  start: number
  end: number
  level: number
}

// The types of the package describe its ES module, and Node loads the other one.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Lays out text in any script: chooses fonts, breaks lines, and orders each line for reading. */
export function layOut(text: string, options: Options): Line[] {
  const clean = withoutControls(text)
  const country = hanCountryOf(clean, options.countries)
  const { base } = options
  const printable = withPrintable(
    clean,
    (character) => fontOf(character, { base, country, previous: undefined }) !== undefined,
  )
  return printable.split('\n').flatMap((paragraph) => {
    const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph)
    const spans = spansOf(paragraph, levels, { base, country })
    const isRtl = (paragraphs[0]?.level ?? 0) % 2 === 1
    return breakLines(paragraph, spans, options.width).map(([start, end]) =>
      lineOf(paragraph, spansBetween(spans, start, end), isRtl),
    )
  })
}

function spansOf(
  text: string,
  levels: Uint8Array,
  choice: { base: BaseFont; country: ReturnType<typeof hanCountryOf> },
): Span[] {
  const spans: Span[] = []
  let start = 0
  let isDevanagari = false
  for (const character of text) {
    const end = start + character.length
    const last = spans.at(-1)
    const font = fontOf(character, { ...choice, previous: last?.font })
    const level = levels[start] ?? 0
    // Noto Sans has two scripts, and a run is shaped as one.
    const wasDevanagari: boolean = isDevanagari
    if (!/ |\p{M}|\p{Default_Ignorable_Code_Point}/u.test(character))
      isDevanagari = /\p{scx=Devanagari}/u.test(character)
    if (last && last.font === font && last.level === level && wasDevanagari === isDevanagari) last.end = end
    else if (font) spans.push({ font, start, end, level })
    start = end
  }
  return spans
}

const spansBetween = (spans: readonly Span[], start: number, end: number): Span[] =>
  spans
    .filter((span) => span.start < end && span.end > start)
    .map((span) => ({ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }))

const shapeSpan = (text: string, span: Span) => shapeRun(text, { ...span, isRtl: span.level % 2 === 1 })

/** The width of the text before each offset. */
function widthsBefore(text: string, spans: readonly Span[]): number[] {
  const widths = Array.from<number>({ length: text.length }).fill(0)
  for (const span of spans)
    for (const { offset, width } of shapeSpan(text, span).glyphs)
      widths[offset] = (widths[offset] ?? 0) + width
  let sum = 0
  return [0, ...widths.map((width) => (sum += width))]
}

/** Start and end of each line, without the spaces at its end. */
function breakLines(text: string, spans: readonly Span[], maxWidth: number): [number, number][] {
  const before = widthsBefore(text, spans)
  const widthBetween = (start: number, end: number) => (before[end] ?? 0) - (before[start] ?? 0)
  const visibleEnd = (start: number, end: number) => start + text.slice(start, end).trimEnd().length
  const lines: [number, number][] = []
  let lineStart = 0
  let lineWidth = 0
  const endLine = (end: number) => {
    lines.push([lineStart, visibleEnd(lineStart, end)])
    lineStart = end
    lineWidth = 0
  }
  const place = (start: number, end: number): void => {
    const visible = widthBetween(start, visibleEnd(start, end))
    if (lineWidth + visible > maxWidth && start > lineStart) endLine(start)
    const letters = visible > maxWidth ? lettersOf(text, start, end) : []
    if (letters.length > 1) letters.forEach((letter, index) => place(letters[index - 1] ?? start, letter))
    else lineWidth += widthBetween(start, end)
  }
  let start = 0
  for (const end of breaksOf(text)) {
    place(start, end)
    start = end
  }
  endLine(text.length)
  return lines
}

function lineOf(text: string, spans: readonly Span[], isRtl: boolean): Line {
  let width = 0
  const runs = inVisualOrder(spans)
    .map((span) => {
      const run = shapeSpan(text, span)
      const left = width
      width += run.width
      return { run, left, start: span.start }
    })
    .sort((a, b) => a.start - b.start)
  const descent = Math.max(baseDescent, ...spans.map(({ font }) => Math.min(font.descent, MAX_DESCENT)))
  return { runs, width, height: ascent + descent, isRtl }
}

/** Rule L2 of the Unicode Bidirectional Algorithm: from the highest level to 1, reverses what has at least this level. */
function inVisualOrder(spans: readonly Span[]): Span[] {
  let ordered = [...spans]
  for (let level = Math.max(0, ...spans.map((span) => span.level)); level > 0; level--) {
    const next: Span[] = []
    let reversed: Span[] = []
    for (const span of ordered)
      if (span.level >= level) reversed.unshift(span)
      else {
        next.push(...reversed, span)
        reversed = []
      }
    ordered = [...next, ...reversed]
  }
  return ordered
}
