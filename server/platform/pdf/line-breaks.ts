import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** Finds the places where a line may break (UAX 14). An import would need types, which the package lacks. */
const LineBreaker = require('linebreak') as new (text: string) => { nextBreak(): { position: number } | null }

/** Thai, Lao, Khmer and Burmese have no spaces between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const words = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The offsets in a paragraph at which a line may end, in order; the last one is its length. */
export function breaksOf(text: string): number[] {
  const breaks = new Set<number>()
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.add(next.position)
  if (unspaced.test(text))
    for (const { index } of words.segment(text))
      if (unspaced.test(text.charAt(index)) && unspaced.test(text.charAt(index - 1))) breaks.add(index)
  breaks.add(text.length)
  breaks.delete(0)
  return [...breaks].sort((a, b) => a - b)
}

/** The offsets at which a word that is wider than its line may break. */
export const lettersOf = (text: string, start: number, end: number): number[] =>
  Array.from(
    graphemes.segment(text.slice(start, end)),
    ({ index, segment }) => start + index + segment.length,
  )
