/** Latin, Greek and Cyrillic letters of one glyph each, and punctuation: what pdfkit itself prints well. */
export const plainRanges = [
  [0x20, 0x7e],
  [0xa0, 0x1_7f],
  [0x3_70, 0x4_ff],
  [0x20_10, 0x20_27],
  [0x20_30, 0x20_5e],
  [0x20_a0, 0x20_bf],
] as const

const plainText = new RegExp(
  `^[\\n${plainRanges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join('-')).join('')}]*$`,
  'u',
)

/** Whether pdfkit itself prints a text. It shapes a text by its first script only, and knows no direction. */
export const isPlain = (text: string): boolean => plainText.test(text)

/** Control characters do not print. Joiners and marks of direction do not either, but change what is beside them. */
export const withoutControls = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u{2028}\u{2029}]/gu, '\n')
    .replaceAll(/[^\P{C}\n\u{200C}-\u{200F}\u{61C}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .replaceAll(/[\p{Variation_Selector}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu, '')

/**
 * Replaces what no font has. Emoji and marks are left out. A letter in a fancy form becomes the plain letter, and
 * everything else a question mark.
 */
export function withPrintable(text: string, isPrintable: (character: string) => boolean): string {
  let isIncomplete = false
  const parts = Array.from(text, (character) => {
    if (character === '\n' || isPrintable(character)) return character
    isIncomplete = true
    if (/[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{M}]/u.test(character)) return ''
    const plain = character.normalize('NFKD')
    return plain !== character && Array.from(plain).every(isPrintable) ? plain : '?'
  })
  // Only then: the joiners of an emoji, and the spaces around it.
  if (!isIncomplete) return text
  return parts
    .join('')
    .replaceAll(/(?<!\p{L}\p{M}*)[\u{200C}\u{200D}]+/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^ | $/gm, '')
}
