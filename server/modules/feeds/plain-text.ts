/** The text in one line, without characters that XML 1.0 or a consumer refuses. */
export const cleanText = (text: string): string => cleanLines(text).replaceAll(/\s+/g, ' ')

/** The same with line breaks. */
export const cleanLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF\u2028\u2029]/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()

/** At most `max` UTF-16 units, which are at least as many as characters. No character is cut in two. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max
  return text.slice(0, end).trimEnd()
}
