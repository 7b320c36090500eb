import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ByteCache } from './byte-cache.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

/** Counted without a library, on the way that has to be fast. */
export interface FrontCounts {
  /** Answered from the cache: with the bytes, or that the client has them. */
  sent: number
  notModified: number
}

/** The processes on the same port, of which any may be asked for what all have counted. */
export interface Siblings {
  /** What this process has counted, for whichever of them is asked. */
  answerWith(read: () => Promise<unknown>): void
  /** What each of them has counted, this one included. */
  gather(): Promise<unknown[]>
}

interface MetricsDeps {
  cache: ByteCache
  version: CatalogueVersion
  front: FrontCounts
  token: string | undefined
  siblings: Siblings | undefined
}

/** `/metrics` for Prometheus: for whoever is on this machine, or has the token. To everyone else it does not exist. */
export async function metrics(app: FastifyInstance, deps: MetricsDeps): Promise<void> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests that were not answered from the cache of finished bytes',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'none'
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  registerCacheMetrics(registry, deps)
  deps.siblings?.answerWith(() => registry.getMetricsAsJSON())

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.token)) return reply.callNotFound()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await textOf(registry, deps.siblings))
  })
}

/** Sums of all processes, where there are several: who asks cannot choose which of them answers. */
async function textOf(registry: Registry, siblings: Siblings | undefined): Promise<string> {
  if (!siblings) return registry.metrics()
  const counts = (await siblings.gather()) as object[]
  return AggregatorRegistry.aggregate(counts).metrics()
}

function registerCacheMetrics(registry: Registry, { cache, version, front }: MetricsDeps): void {
  const counted = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const measured = (name: string, help: string, read: () => number, aggregator: 'sum' | 'min' = 'sum') =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  counted('http_cached_answers_total', 'Requests answered from the cache of finished bytes', () => front.sent)
  counted('http_cached_not_modified_total', 'Of these, answered with 304', () => front.notModified)
  counted('byte_cache_hits_total', 'Look-ups that found a true answer', () => cache.stats.hits)
  counted('byte_cache_misses_total', 'Look-ups after which the answer was made', () => cache.stats.misses)
  measured('byte_cache_bytes', 'Estimated size of what is kept', () => cache.stats.bytes)
  measured('byte_cache_entries', 'Answers kept', () => cache.stats.entries)
  measured('shop_processes', 'Processes that serve', () => 1)
  measured(
    'database_reachable',
    '1 while changes of the catalogue are heard of',
    () => Number(version.reachable()),
    'min',
  )
}

function mayRead({ raw, headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (token && given) return timingSafeEqual(hash(token), hash(given))
  // Behind a proxy on this machine everyone comes from loopback; proxies say for whom they ask.
  const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !proxied && /^(::ffff:)?127\.|^::1$/.test(raw.socket.remoteAddress ?? '')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
