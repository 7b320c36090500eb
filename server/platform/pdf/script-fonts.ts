import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Blob, Face, Font } from 'harfbuzzjs'
import { fontFiles, type BaseFont } from './base-fonts.ts'

/** A font that was read for shaping. */
export interface ScriptFont {
  name: string
  shaper: Font
  unitsPerEm: number
  /** Below the baseline, in units of the font size. */
  descent: number
  /** The file's bytes, for pdfkit. */
  read(): Buffer
}

/** Fonts of one script, regular weight. */
const fontsByScript = [
  ['arabic', /\p{scx=Arab}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['thai', /\p{scx=Thai}/u],
  ['tamil', /\p{scx=Taml}/u],
  ['bengali', /\p{scx=Beng}/u],
  ['gurmukhi', /\p{scx=Guru}/u],
  ['gujarati', /\p{scx=Gujr}/u],
  ['oriya', /\p{scx=Orya}/u],
  ['telugu', /\p{scx=Telu}/u],
  ['kannada', /\p{scx=Knda}/u],
  ['malayalam', /\p{scx=Mlym}/u],
  ['sinhala', /\p{scx=Sinh}/u],
  ['georgian', /\p{scx=Geor}/u],
  ['armenian', /\p{scx=Armn}/u],
  ['ethiopic', /\p{scx=Ethi}/u],
  ['khmer', /\p{scx=Khmr}/u],
  ['lao', /\p{scx=Laoo}/u],
  ['myanmar', /\p{scx=Mymr}/u],
] as const

/** The font `sc` has nearly all Han characters. The others have what is written differently, and what it lacks. */
const hanFonts = {
  JP: ['jp', 'sc', 'tc', 'kr'],
  KR: ['kr', 'sc', 'tc', 'jp'],
  TW: ['tc', 'sc', 'jp', 'kr'],
  HK: ['tc', 'sc', 'jp', 'kr'],
  MO: ['tc', 'sc', 'jp', 'kr'],
  CN: ['sc', 'tc', 'jp', 'kr'],
} as const

type HanCountry = keyof typeof hanFonts

/** The country whose forms of Han characters fit a text: kana and Hangul decide, else the first country that has forms. */
export function hanCountryOf(text: string, countries: readonly string[]): HanCountry {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP'
  if (/\p{Script=Hangul}/u.test(text)) return 'KR'
  return countries.find((country): country is HanCountry => country in hanFonts) ?? 'CN'
}

/** Spaces, marks, joiners and the danda of the Indian scripts continue what precedes them. */
const continues = /[ \p{M}\p{Join_Control}\u{964}\u{965}]/u

/** The font that prints a character; undefined if none does. */
export function fontOf(
  character: string,
  { previous, base, country }: { previous?: ScriptFont | undefined; base: BaseFont; country: HanCountry },
): ScriptFont | undefined {
  const has = (font: ScriptFont) => font.shaper.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined
  if (previous && continues.test(character) && (has(previous) || isInvisible(character))) return previous
  const baseFont = readFont(base)
  if (has(baseFont)) return baseFont
  if (isInvisible(character)) return previous ?? baseFont
  for (const [name, script] of fontsByScript)
    if (script.test(character)) {
      const font = readFont(name)
      if (has(font)) return font
    }
  // Alphabets have their own fonts. What is left is East Asian, or a symbol that East Asian fonts have.
  if (
    !/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Latn}\p{S}\p{P}\p{N}]/u.test(
      character,
    )
  )
    return undefined
  return hanFonts[country].map(readFont).find(has)
}

/** Whether a character only affects others: joiners, and marks of direction. */
const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character)

const fonts = new Map<string, ScriptFont>()

function readFont(name: string): ScriptFont {
  const known = fonts.get(name)
  if (known) return known
  const bytes = fontBytes(name)
  const shaper = new Font(new Face(new Blob(bytes)))
  const { upem } = shaper.face
  const font = {
    name,
    shaper,
    unitsPerEm: upem,
    descent: -shaper.hExtents().descender / upem,
    read: () => bytes,
  }
  fonts.set(name, font)
  return font
}

function fontBytes(name: string): Buffer {
  if (name === 'regular' || name === 'bold') return readFileSync(fontFiles[name])
  return brotliDecompressSync(readFileSync(join(import.meta.dirname, 'fonts', `noto-sans-${name}.ttf.br`)))
}
