import { isDatabaseFailure, waitWithinBudget } from '#server/db/connect.ts'
import type { Services } from '#server/http/services.ts'
import type { VersionReader } from './version-counter.ts'

interface Entry {
  version: number
  result: Promise<unknown>
}

interface Context {
  shop: { shopId: number }
  services: Pick<Services, 'catalogVersion'>
}

/** Per process; above this the least recently used entry is dropped. */
const MAX_ENTRIES = 1000
const caches = new WeakMap<Pick<VersionReader, 'current' | 'changedSince'>, Map<string, Entry>>()

/**
 * Keeps the result of `compute` under `key` until the catalog of the shop changes. Concurrent calls with one key share one
 * computation. A failed computation is not kept. If the database failed it, those who waited compute again.
 */
export async function memoize<T>(context: Context, key: string, compute: () => Promise<T>): Promise<T> {
  const {
    shop,
    services: { catalogVersion },
  } = context
  if (!catalogVersion) return await compute()
  const cache = caches.get(catalogVersion) ?? new Map<string, Entry>()
  caches.set(catalogVersion, cache)

  const cacheKey = `${shop.shopId} ${key}`
  const cached = cache.get(cacheKey)
  cache.delete(cacheKey)
  if (cached && !catalogVersion.changedSince(cached.version, shop.shopId, [])) {
    // Inserted again, so that the map's order is the order of use.
    cache.set(cacheKey, cached)
    try {
      return (await waitWithinBudget(cached.result)) as T
    } catch (error) {
      // Another request may have computed it on a replica that is lost.
      if (!isDatabaseFailure(error) || cache.get(cacheKey) === cached) throw error
      return memoize(context, key, compute)
    }
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
