import { setTimeout as sleep } from 'node:timers/promises'
import { openCatalogueChange } from './catalogue-change.ts'
import { openPatientClient } from './load/one-by-one.ts'
import { askFor, wire, type BenchRequest } from './load/request.ts'
import type { Shop } from './shop.ts'

/** Asks a shop for what it must make anew each time, because its catalogue has changed just before. */
export interface AnewTimer {
  /** Milliseconds until the answer is complete. */
  time: (request: BenchRequest) => Promise<number>
  close: () => Promise<void>
}

/** In milliseconds. */
const mostPatience = 1000

/** Connects to a shop and to its database. */
export async function openAnewTimer({ port, dataDir }: Shop): Promise<AnewTimer> {
  const change = await openCatalogueChange(dataDir)
  const client = await openPatientClient(port)
  return {
    time: async (request) => {
      const bytes = wire(request, port)
      // On a busy machine the news of the change takes a while to reach the shop.
      for (let patience = 1; patience < mostPatience; patience *= 2) {
        await change.happen()
        await sleep(patience)
        const before = await countersOf(port)
        const took = await client.time(bytes)
        const after = await countersOf(port)
        if (after.made > before.made && after.sentAsKept === before.sentAsKept) return took
      }
      throw new Error(`${request.path} comes from the cache however often the catalogue changes`)
    },
    close: () => {
      client.close()
      return change.close()
    },
  }
}

/** What the shop itself has counted: pages sent as they were kept, and look-ups after which an answer was made. */
async function countersOf(port: number): Promise<{ sentAsKept: number; made: number }> {
  const { body } = await askFor(200, port, { method: 'GET', path: '/metrics' })
  const read = (name: string) => {
    const count = new RegExp(`^${name} (\\d+)$`, 'm').exec(body.toString())?.[1]
    if (count === undefined) throw new Error(`The shop does not count ${name}`)
    return Number(count)
  }
  return { sentAsKept: read('http_cached_answers_total'), made: read('byte_cache_misses_total') }
}
