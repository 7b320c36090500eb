import { Buffer as ShapingBuffer, Direction, shape } from 'harfbuzzjs'
import type { ScriptFont } from './script-fonts.ts'

/** Lengths are in units of the font size. */
export interface ShapedRun {
  font: ScriptFont
  width: number
  /** In the order from left to right. */
  glyphs: readonly Glyph[]
}

export interface Glyph {
  id: number
  /** Where the text begins in the text that was shaped. */
  offset: number
  /** From the start of the run. */
  left: number
  /** Above the baseline. */
  rise: number
  /**
   * What is copied and found. Of the glyphs of a syllable, or of a letter and its dots, one has the text and the
   * width. The others are drawn as outlines: as text, each would add a character.
   */
  text: string
  width: number
}

// Its memory is outside of JavaScript, so that a new one per call would stay until the next garbage collection.
const buffer = new ShapingBuffer()

/** Shapes a part of a text that has one font, script and direction. The text around it affects Arabic letters. */
export function shapeRun(
  text: string,
  { font, start, end, isRtl }: { font: ScriptFont; start: number; end: number; isRtl: boolean },
): ShapedRun {
  buffer.reset()
  buffer.addText(text, start, end - start)
  buffer.setDirection(isRtl ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(font.shaper, buffer)
  const positions = buffer.getGlyphPositions()
  let width = 0
  const shaped = buffer.getGlyphInfos().map(({ codepoint: id, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const left = width + xOffset / font.unitsPerEm
    const advance = xAdvance / font.unitsPerEm
    width += advance
    return { id, offset: cluster, left, rise: yOffset / font.unitsPerEm, advance }
  })
  const clusters = Map.groupBy(shaped, ({ offset }) => offset)
  const starts = [...clusters.keys()].sort((a, b) => a - b)
  const glyphs = [...clusters].flatMap(([cluster, members]) => {
    const next = starts[starts.indexOf(cluster) + 1] ?? end
    return withText(members, { font, isRtl, text: text.slice(cluster, next) })
  })
  return { font, width, glyphs }
}

type Shaped = Omit<Glyph, 'text' | 'width'> & { advance: number }

/** Gives the first glyph that has a width the text and width of all. */
function withText(
  members: readonly Shaped[],
  { font, isRtl, text }: { font: ScriptFont; isRtl: boolean; text: string },
): Glyph[] {
  const bearer = members.find(({ advance }) => advance > 0) ?? members[0]
  const width = members.reduce((sum, { advance }) => sum + advance, 0)
  // A reader takes a glyph with a mark in its text as one without width, and adds a space. So the marks follow alone.
  const [, letters = text, marks = ''] = /^(.[^\p{Mn}]*)(\p{Mn}.*)$/su.exec(text) ?? []
  const space = font.shaper.nominalGlyph(0x20)
  return members.flatMap((member) => {
    const { advance: _advance, ...glyph } = member
    if (member !== bearer) return [{ ...glyph, text: '', width: 0 }]
    if (!marks || space === undefined) return [{ ...glyph, text, width }]
    const whole = { ...glyph, text: letters, width }
    const left = glyph.left + (isRtl ? 0 : width)
    const carrier = { ...glyph, id: space, left, rise: 0, text: marks, width: 0 }
    return isRtl ? [carrier, whole] : [whole, carrier]
  })
}
