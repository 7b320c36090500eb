import { createHash } from 'node:crypto'

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
  let slug = ''
  for (const word of latinWords(name)) {
    if (slug && slug.length + word.length >= 100) break
    slug += slug ? `-${word}` : word.slice(0, 100)
  }
  return slug || fallback
}

/**
 * A slug that tells apart names of any script and length: what `makeSlug` leaves out is in a hash at its end. "हल्दी 250 g"
 * becomes "250-g-1f0c…". Empty for a name without letters and digits.
 */
export function makeDistinctSlug(name: string): string {
  const slug = makeSlug(name, '')
  const isWhole = slug === latinWords(name).join('-')
  const others = plainOf(name).replaceAll(/[a-z0-9]+/g, '')
  if (isWhole && !/[\p{L}\p{N}]/u.test(others)) return slug
  const hash = createHash('sha256')
    .update(name.normalize('NFC').trim().toLowerCase())
    .digest('hex')
    .slice(0, 10)
  return slug ? `${slug}-${hash}` : /[\p{L}\p{N}]/u.test(others) ? `p-${hash}` : ''
}

const latinWords = (name: string) => plainOf(name).match(/[a-z0-9]+/g) ?? []

const plainOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[ßæœøåđðþłı]/g, (letter) => latin[letter] ?? '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
