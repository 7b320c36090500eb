import { waitWithinBudget } from '#server/db/connect.ts'
import { unavailable } from '../errors.ts'
import type { CachedResponse } from './cached-response.ts'
import type { CatalogVersion } from './catalog-version.ts'
import type { VersionReader } from './version-counter.ts'

/** What a response depends on beside its shop; the code that builds it fills this in. */
export interface Dependencies {
  /** Products of which the response shows details, such as stock and comments. */
  productIds: Set<number>
  /** Milliseconds since 1970 after which the response may be wrong even if nothing was written. */
  until: number
}

interface Entry {
  response: CachedResponse
  /** When building began, on the clock of `performance.now()`. */
  builtAt: number
  version: number
  shopId: number
  productIds: readonly number[]
  until: number
  size: number
  /** The reference bit of the CLOCK eviction: read since eviction last passed it. */
  used: boolean
}

interface InFlight {
  version: number
  result: Promise<CachedResponse>
}

/** A cached response, fresh or not, and the time since it was built. */
export interface Aged {
  response: CachedResponse
  ageMs: number
}

/** Public responses by key. An entry is served while it is fresh and leaves when memory runs short. */
export interface ResponseCache {
  /** The cached response if it is fresh. */
  peek(key: string): CachedResponse | undefined
  /** Whether a fresh response is cached, or being built for others. */
  isAtHand(key: string): boolean
  /** The cached response under the first key that has one, fresh or not. */
  peekStale(...keys: readonly (string | undefined)[]): Aged | undefined
  /**
   * The fresh cached response, or the result of `build`, which runs once for all concurrent callers. Statuses 200 and 301
   * are cached. Throws AppError 503 while the database is unreachable.
   */
  get(
    key: string,
    shopId: number,
    build: (on: Dependencies) => Promise<CachedResponse>,
  ): Promise<CachedResponse>
  stats: { hits: number; misses: number; bytes: number; entries: number }
}

/** An estimate in bytes: the body with its compressed forms, the parsed data, the headers and the entry itself. */
const sizeOf = (key: string, { body, data, encoded }: CachedResponse) =>
  key.length * 2 + Math.ceil((body?.length ?? 0) * (data ? 5 : 1.5)) + (encoded.br?.length ?? 0) + 4000

/** Creates an empty cache of at most `maxBytes`. Entries become stale through `version`; nothing is purged. */
export function createResponseCache(
  version: VersionReader & Pick<CatalogVersion, 'reachable'>,
  maxBytes = 32 * 1024 * 1024,
): ResponseCache {
  const entries = new Map<string, Entry>()
  const inFlight = new Map<string, InFlight>()
  const stats = { hits: 0, misses: 0, bytes: 0, entries: 0 }

  const isFresh = (entry: Entry) =>
    !version.changedSince(entry.version, entry.shopId, entry.productIds) && entry.until > Date.now()

  const remove = (key: string) => {
    stats.bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
    stats.entries = entries.size
  }

  const store = (key: string, entry: Entry) => {
    if (entry.size > maxBytes / 8 || (entries.get(key)?.version ?? -1) > entry.version) return
    remove(key)
    entries.set(key, entry)
    stats.bytes += entry.size
    stats.entries = entries.size
    // CLOCK eviction: an entry that was read moves to the end of the queue once before it is removed.
    for (const [oldestKey, oldest] of entries) {
      if (stats.bytes <= maxBytes) return
      if (oldest.used) {
        oldest.used = false
        entries.delete(oldestKey)
        entries.set(oldestKey, oldest)
      } else remove(oldestKey)
    }
  }

  const buildOnce = (key: string, shopId: number, build: (on: Dependencies) => Promise<CachedResponse>) => {
    // Noted before the work begins, so that a write during the work makes the result stale.
    const startVersion = version.current()
    const builtAt = performance.now()
    const result = (async () => {
      const on: Dependencies = { productIds: new Set(), until: Number.POSITIVE_INFINITY }
      const response = await build(on)
      if (response.status === 200 || response.status === 301) {
        store(key, {
          response,
          builtAt,
          version: startVersion,
          shopId,
          productIds: [...on.productIds],
          until: on.until,
          size: sizeOf(key, response),
          used: false,
        })
      }
      return response
    })()
    const work = { version: startVersion, result }
    inFlight.set(key, work)
    const finish = () => {
      if (inFlight.get(key) === work) inFlight.delete(key)
    }
    result.then(finish, finish)
    return result
  }

  const peek = (key: string) => {
    const entry = entries.get(key)
    if (!entry || !isFresh(entry)) return undefined
    entry.used = true
    stats.hits++
    return entry.response
  }

  const inFlightNow = (key: string) => {
    const work = inFlight.get(key)
    // Work that began before the latest change may not show it.
    return work?.version === version.current() ? work : undefined
  }

  return {
    stats,
    peek,
    isAtHand(key) {
      const entry = entries.get(key)
      return (entry !== undefined && isFresh(entry)) || inFlightNow(key) !== undefined
    },
    peekStale(...keys) {
      for (const key of keys) {
        const entry = key === undefined ? undefined : entries.get(key)
        if (entry) return { response: entry.response, ageMs: performance.now() - entry.builtAt }
      }
      return undefined
    },
    async get(key, shopId, build) {
      const fresh = peek(key)
      if (fresh) return fresh
      if (!version.reachable()) throw unavailable()
      stats.misses++
      const work = inFlightNow(key)
      return work ? waitWithinBudget(work.result) : buildOnce(key, shopId, build)
    },
  }
}
