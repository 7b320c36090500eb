import { setTimeout as sleep } from 'node:timers/promises'
import { openCatalogChange } from './shops/catalog-change.ts'
import { openSequentialClient } from './load/one-by-one.ts'
import { askFor, wire, type BenchRequest } from './load/request.ts'
import type { Shop } from './shops/shop.ts'

/** Requests uncached answers: the catalog changes before each request. */
export interface UncachedTimer {
  /** Milliseconds until the answer is complete. */
  time: (request: BenchRequest) => Promise<number>
  close: () => Promise<void>
}

/** Milliseconds. */
const MAX_WAIT_MS = 1000

/** Connects to a shop and its database. */
export async function openUncachedTimer({ port, dataDir }: Shop): Promise<UncachedTimer> {
  const change = await openCatalogChange(dataDir)
  const client = await openSequentialClient(port)
  return {
    time: async (request) => {
      const bytes = wire(request, port)
      // On a busy machine the notification takes a while to arrive.
      for (let waitMs = 1; waitMs < MAX_WAIT_MS; waitMs *= 2) {
        await change.happen()
        await sleep(waitMs)
        const before = await countersOf(port)
        const took = await client.time(bytes)
        const after = await countersOf(port)
        if (after.made > before.made && after.cached === before.cached) return took
      }
      throw new Error(`${request.path} comes from the cache however often the catalog changes`)
    },
    close: () => {
      client.close()
      return change.close()
    },
  }
}

/** The shop's own counters: cache hits and misses. */
export async function countersOf(port: number): Promise<{ cached: number; made: number }> {
  const { body } = await askFor(200, port, { method: 'GET', path: '/metrics' })
  const read = (name: string) => {
    const count = new RegExp(`^${name} (\\d+)$`, 'm').exec(body.toString())?.[1]
    if (count === undefined) throw new Error(`The shop does not count ${name}`)
    return Number(count)
  }
  return { cached: read('http_cached_responses_total'), made: read('response_cache_misses_total') }
}
