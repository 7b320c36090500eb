/** A random number generator (mulberry32): equal seeds give equal series. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** A random element. */
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
  /** `count` different elements, or all if there are fewer. */
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
