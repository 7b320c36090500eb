import type { QueryWord } from './query-words.queries.ts'

/** Replaces "8", "33" and "8x33", which stand for one size, by "8x33". */
export function joinSizes(words: readonly QueryWord[]): QueryWord[] {
  const isSize = /^\d[\d٫]*(?:x\d[\d٫]*)+$/
  const parts = new Set(words.flatMap(({ word }) => (isSize.test(word) ? word.split('x') : [])))
  const sizes = words.filter(({ word }) => isSize.test(word)).map(({ word }) => word)
  return words.flatMap((each) => {
    const number = /^(\d[\d٫]*)[a-z]*$/.exec(each.word)?.[1]
    if (number !== undefined && parts.has(number)) return []
    if (!isSize.test(each.word)) return [each]
    if (sizes.some((size) => size.startsWith(`${each.word}x`))) return []
    const smaller = sizes.filter((size) => each.word.startsWith(`${size}x`))
    return [{ ...each, components: [...smaller.map((size) => [size]), each.word.split('x')] }]
  })
}
