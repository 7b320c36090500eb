import { waitWithinBudget } from '#server/db/connect.ts'
import type { Services } from '#server/http/services.ts'
import type { VersionReader } from './version-counter.ts'

interface Entry {
  version: number
  result: Promise<unknown>
}

/** Per process; above this the least recently used entry is dropped. */
const MAX_ENTRIES = 1000
const caches = new WeakMap<Pick<VersionReader, 'current' | 'changedSince'>, Map<string, Entry>>()

/**
 * Keeps the result of `compute` under `key` until the catalog of the shop changes. Concurrent calls with one key share one
 * computation; a failed computation is not kept.
 */
export async function memoize<T>(
  {
    shop,
    services: { catalogVersion },
  }: { shop: { shopId: number }; services: Pick<Services, 'catalogVersion'> },
  key: string,
  compute: () => Promise<T>,
): Promise<T> {
  if (!catalogVersion) return await compute()
  const cache = caches.get(catalogVersion) ?? new Map<string, Entry>()
  caches.set(catalogVersion, cache)

  const cacheKey = `${shop.shopId} ${key}`
  const cached = cache.get(cacheKey)
  cache.delete(cacheKey)
  if (cached && !catalogVersion.changedSince(cached.version, shop.shopId, [])) {
    // Inserted again, so that the map's order is the order of use.
    cache.set(cacheKey, cached)
    return (await waitWithinBudget(cached.result)) as T
  }
  const entry = { version: catalogVersion.current(), result: compute() }
  cache.set(cacheKey, entry)
  entry.result.catch(() => cache.get(cacheKey) === entry && cache.delete(cacheKey))
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_ENTRIES) break
    cache.delete(oldest)
  }
  return await entry.result
}
