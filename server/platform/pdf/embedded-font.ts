import { plainRanges } from './printable.ts'

/** A font of one document, as pdfkit holds it. Its types name none of this. */
export interface EmbeddedFont {
  id: string
  ref(): object
  font: PDFKit.Mixins.PDFFontSource & {
    getGlyph(id: number, codePoints: number[]): object
    glyphForCodePoint(codePoint: number): object
  }
  subset: { glyphs: number[]; includeGlyph(id: number): number }
  /** By the number of the glyph in the document: its width, and the text that readers copy and search. */
  widths: number[]
  unicode: number[][]
}

const embeddedFontOf = (canvas: PDFKit.PDFDocument) => (canvas as unknown as { _font: EmbeddedFont })._font

/** Reading the tables of a font takes most of the time of a document, so the documents of a thread share the fonts. */
const readFonts = new Map<string, PDFKit.Mixins.PDFFontSource>()

/** Selects a font. `read` returns its path or bytes, and runs once per thread. */
export function selectFont(
  canvas: PDFKit.PDFDocument,
  name: string,
  read: () => string | Buffer,
): EmbeddedFont {
  const registered = readFonts.get(name)
  canvas.registerFont(name, registered ?? read())
  const embedded = embeddedFontOf(canvas.font(name))
  if (!registered) {
    readFonts.set(name, embedded.font)
    nameGlyphs(embedded)
  }
  return embedded
}

/**
 * A font that was read remembers for each glyph the text that it stood for first, in whichever document. That must not
 * be a part of another letter, or of a ligature.
 */
function nameGlyphs({ font }: EmbeddedFont): void {
  for (const [first, last] of plainRanges)
    for (let codePoint = first; codePoint <= last; codePoint++) font.glyphForCodePoint(codePoint)
}

/** The widths and texts of the glyphs that a document embeds, by glyph. */
const copies = new WeakMap<EmbeddedFont, Map<string, number>>()

/**
 * The code of a glyph in a document, in hexadecimal. A glyph with several meanings, such as a letter without its dots, is
 * embedded once per text. So copying and searching find the original text. `width`: in units of the font size.
 */
export function codeOf(
  embedded: EmbeddedFont,
  { id, text, width }: { id: number; text: string; width: number },
): string {
  const { font, subset, unicode, widths } = embedded
  const known = copies.get(embedded) ?? new Map<string, number>()
  copies.set(embedded, known)
  const key = `${id} ${width} ${text}`
  const code = known.get(key) ?? subset.glyphs.push(id) - 1
  known.set(key, code)
  unicode[code] = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  font.getGlyph(id, unicode[code])
  widths[code] = width * 1000
  return code.toString(16).padStart(4, '0')
}
