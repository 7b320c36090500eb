/** The rest of a longer search text is ignored. */
const MAX_LENGTH = 200

/** The normalized form of a search text: lower case, without accents and punctuation, words separated by one space. */
export function searchKey(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\u093C]+/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .trim()
}
