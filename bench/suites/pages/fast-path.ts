import { findPages } from '../../shops/catalog.ts'
import { compare, howCompared } from '../../report/compare.ts'
import { askFor, type Answer, type BenchRequest } from '../../load/request.ts'
import type { Options } from '../../options.ts'
import { judge, microseconds, perSecond, range, times, type Row } from '../../report/row.ts'
import type { Shops } from '../../shops/shops.ts'
import { spread } from '../../report/statistics.ts'
import { startWorker } from '../../worker.ts'

/** Where a server looks for cached responses, and the one response that it caches. */
export interface CachedScript {
  place: (typeof places)[number]
  answer: Answer
}

const places = ['before Fastify', 'in an onRequest hook', 'in the route'] as const

/** The home page from the shop's cache, looked up before Fastify and at two places inside Fastify. */
export async function measureFastPath(shops: Shops, options: Options): Promise<Row[]> {
  const shop = await shops.demo()
  const { home } = await findPages(shop.port)
  const request: BenchRequest = { method: 'GET', path: home }
  const uncompressed = { ...request, headers: { 'accept-encoding': 'identity' } }
  const answer = await askFor(200, shop.port, uncompressed)
  const servers = await Promise.all(places.map((place) => startCachedServer({ place, answer })))
  try {
    const rows: Row[] = []
    for (const [what, sent, status] of [
      ['Home page', request, 200],
      ['Home page, not modified', await withEtag(request, servers[0]?.port ?? 0), 304],
    ] as const) {
      // The first request builds the representation.
      for (const { port } of servers) await askFor(200, port, request)
      const standings = await compare(servers, sent, status, options)
      const [before, ...inside] = standings
      for (const [index, other] of inside.entries()) {
        if (!before) continue
        // Processor time rather than rates, because it varies less on a machine that does other work.
        const gain = spread(other.turns.map(({ cost }, round) => cost / (before.turns[round]?.cost ?? 0)))
        const both = [before.middle, other.middle]
        rows.push({
          what: `${what}: cache ${places[index + 1]}, of before Fastify`,
          // The hook is for information: it would need the same code.
          ...(other === standings.at(-1)
            ? judge(gain.median, { atLeast: 1.15 }, times)
            : { measured: times(gain.median) }),
          how: [
            `processor time of an answer by that of the shop's place for the same cache (${range(gain)})`,
            both.map(({ rate }) => perSecond(rate)).join(', '),
            `${both.map(({ cost }) => microseconds(cost)).join(', ')} of processor time an answer`,
            `${options.rounds} rounds of ${options.turn} s, ${howCompared}`,
          ].join('; '),
        })
      }
    }
    return rows
  } finally {
    for (const { stop } of servers) stop()
  }
}

async function startCachedServer(script: CachedScript) {
  const worker = startWorker<CachedScript, number>(
    new URL('../../baseline/cached-server.ts', import.meta.url),
  )
  const port = await worker.order(script)
  return { port, pid: worker.pid, stop: worker.stop }
}

async function withEtag(request: BenchRequest, port: number): Promise<BenchRequest> {
  const { headers } = await askFor(200, port, request)
  return { ...request, headers: { 'if-none-match': headers.etag ?? '' } }
}
