// Letters that Unicode does not decompose into a Latin letter and an accent.
const latin: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/**
 * The slug of a name: "Crème brûlée, 2 pcs" becomes "creme-brulee-2-pcs". At most 100 characters, cut between words. A name
 * without Latin letters and digits results in the fallback.
 */
export function makeSlug(name: string, fallback: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøåđðþłı]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
  let slug = ''
  for (const word of plain.match(/[a-z0-9]+/g) ?? []) {
    if (slug && slug.length + word.length >= 100) break
    slug += slug ? `-${word}` : word.slice(0, 100)
  }
  return slug || fallback
}
