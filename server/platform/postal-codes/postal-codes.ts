import { readFileSync } from 'node:fs'
import path from 'node:path'

/** What a PIN code tells about an address. */
export interface PostalCode {
  /** Codes of `contract/orders/india.ts`; a code on a border has two, the more likely one first. */
  states: string[]
  /** Empty if unknown. */
  city: string
}

interface Range extends PostalCode {
  from: number
  to: number
}

let ranges: readonly Range[] | undefined

/** Looks up a PIN code of India. Undefined if no post office has a code like it. The source is in `india.txt`. */
export function findPinCode(code: string): PostalCode | undefined {
  ranges ??= readRanges()
  const number = Number(code)
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? Infinity) <= number) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range && number <= range.to ? { states: range.states, city: range.city } : undefined
}

function readRanges(): Range[] {
  const text = readFileSync(path.join(import.meta.dirname, 'india.txt'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines
    .flatMap((line) => {
      const [states = '', city = '', codes = ''] = line.split('|')
      return codes.split(',').map((code) => {
        const [from = '', to = from] = code.split('-')
        // "110001-096": the end leaves out the sorting district.
        return {
          from: Number(from),
          to: Number(from.slice(0, 6 - to.length) + to),
          states: states.split('+'),
          city,
        }
      })
    })
    .toSorted((a, b) => a.from - b.from)
}
