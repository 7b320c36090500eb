import { countryNames } from '#contract/orders/address/country-names.ts'

// Files of other shops have names of many sources.
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Codes by English name in lower case. */
const codes = new Map([
  ...[...countryNames].map(([code, name]) => [name.toLowerCase(), code] as const),
  ...letters.flatMap((first) =>
    letters.flatMap((second) => {
      const name = names.of(first + second)
      return name === undefined ? [] : [[name.toLowerCase(), first + second] as const]
    }),
  ),
])

/** ISO 3166 with two letters for "IN", "in" or "India". Undefined for an unknown name. */
export function countryCode(text: string): string | undefined {
  const plain = text.trim()
  return /^[A-Za-z]{2}$/.test(plain) ? plain.toUpperCase() : codes.get(plain.toLowerCase())
}
