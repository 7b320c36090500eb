import { isUnavailable, unavailable } from './errors.ts'
import type { CatalogueVersion } from './catalogue-version.ts'
import type { Finished } from './finished.ts'

/** What an answer turns out to depend on while it is made, beside the shop itself. */
export interface Dependencies {
  /** Products of which it shows more than a list does: stock, comments. */
  productIds: Set<number>
  /** Milliseconds since 1970 from which it may be wrong even though nothing was written. */
  until: number
}

interface Kept {
  finished: Finished
  tick: number
  configId: number
  productIds: readonly number[]
  until: number
  size: number
  /** Asked for since the broom last came by. */
  used: boolean
}

interface Flight {
  tick: number
  result: Promise<Finished>
}

/** Finished answers by key, each as long as it is true, the least used ones gone when the room is full. */
export interface ByteCache {
  /** What is kept and true now. */
  peek(key: string): Finished | undefined
  /**
   * What is kept, or else what `make` makes: once, however many ask meanwhile, and kept if its status is 200 or 301.
   * While the database cannot be reached, what is kept is given out though it may be old, and nothing else is tried:
   * AppError 503.
   */
  get(key: string, configId: number, make: (on: Dependencies) => Promise<Finished>): Promise<Finished>
  stats: { hits: number; misses: number; bytes: number; entries: number }
}

/** Room for the body and its compressed forms, headers, and the entry itself. */
const sizeOf = (key: string, { body, packed }: Finished) =>
  key.length * 2 + Math.ceil((body?.length ?? 0) * 1.5) + (packed.br?.length ?? 0) + 4000

/** An empty cache for at most this many bytes. Writes make entries stale through `version`; nothing is ever flushed. */
export function makeByteCache(version: CatalogueVersion, maxBytes = 32 * 1024 * 1024): ByteCache {
  const entries = new Map<string, Kept>()
  const flights = new Map<string, Flight>()
  const stats = { hits: 0, misses: 0, bytes: 0, entries: 0 }

  const isTrue = (kept: Kept) =>
    !version.since(kept.tick, kept.configId, kept.productIds) && kept.until > Date.now()

  const remove = (key: string) => {
    stats.bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
    stats.entries = entries.size
  }

  const keep = (key: string, kept: Kept) => {
    if (kept.size > maxBytes / 8 || (entries.get(key)?.tick ?? -1) > kept.tick) return
    remove(key)
    entries.set(key, kept)
    stats.bytes += kept.size
    stats.entries = entries.size
    // Second chance: an entry that was asked for goes to the end of the queue once before it has to leave.
    for (const [oldest, entry] of entries) {
      if (stats.bytes <= maxBytes) return
      if (entry.used) {
        entry.used = false
        entries.delete(oldest)
        entries.set(oldest, entry)
      } else remove(oldest)
    }
  }

  const fly = (key: string, configId: number, make: (on: Dependencies) => Promise<Finished>) => {
    // Taken before the work begins: a write meanwhile makes the result stale the moment it is kept.
    const tick = version.now()
    const result = (async () => {
      const on: Dependencies = { productIds: new Set(), until: Number.POSITIVE_INFINITY }
      const finished = await make(on)
      if (finished.status === 200 || finished.status === 301) {
        const { until } = on
        const size = sizeOf(key, finished)
        keep(key, { finished, tick, configId, productIds: [...on.productIds], until, size, used: false })
      }
      return finished
    })()
    const flight = { tick, result }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then(land, land)
    return result
  }

  const peek = (key: string) => {
    const kept = entries.get(key)
    if (!kept || !isTrue(kept)) return undefined
    kept.used = true
    stats.hits++
    return kept.finished
  }

  return {
    stats,
    peek,
    async get(key, configId, make) {
      const known = peek(key)
      if (known) return known
      const old = entries.get(key)?.finished
      if (!version.reachable()) {
        if (old) return old
        throw unavailable()
      }
      stats.misses++
      const flight = flights.get(key)
      // Work that began before the latest change may not show it.
      const result = flight?.tick === version.now() ? flight.result : fly(key, configId, make)
      try {
        const finished = await result
        return old && finished.status === 503 ? old : finished
      } catch (error) {
        if (old && isUnavailable(error)) return old
        throw error
      }
    },
  }
}
