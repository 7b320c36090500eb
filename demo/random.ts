/** A source of chance that gives the same series for the same seed (mulberry32). */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** One of them. */
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T
  /** Whether something with this probability happens. */
  chance(probability: number): boolean
  /** So many different ones, or all where there are fewer. */
  some<T>(from: readonly T[], count: number): T[]
}

export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const indexIn = (list: readonly unknown[]) => Math.floor(next() * list.length)
  return {
    next,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('Nothing to pick from')
      return from[indexIn(from)] as T
    },
    chance: (probability) => next() < probability,
    some<T>(from: readonly T[], count: number): T[] {
      const rest = [...from]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(indexIn(rest), 1)[0] as T)
    },
  }
}
