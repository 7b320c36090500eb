/** As long as a search text is looked at. */
const longest = 200

/**
 * The form in which search texts are told apart: without accents, case and signs, words with one space between them. Empty
 * where nothing is left.
 */
export function searchKey(text: string): string {
  return text
    .slice(0, longest)
    .normalize('NFKD')
    .replaceAll(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
    .trim()
}
