import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registerReplicaMetrics } from './replica-metrics.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import { registerJobMetrics, type ReportedJobs } from './job-metrics.ts'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CatalogVersion } from '../cache/catalog-version.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { anyHost } from './known-host.ts'

/** Plain numbers that the fast path increases; the metrics library reads them on request. */
export interface FastPathCounts {
  /** Responses sent from the cache, status 304 included. */
  sent: number
  notModified: number
}

/** Collects metrics across the worker processes that share the port. */
export interface WorkerMetrics {
  /** Registers how this process reads its own metrics. */
  provide(read: () => Promise<unknown>): void
  /** Reads the metrics of every worker, this one included. */
  collect(): Promise<unknown[]>
}

interface MetricsDeps {
  cache: ResponseCache
  catalogVersion: CatalogVersion
  fastPath: FastPathCounts
  token: string | undefined
  workers: WorkerMetrics | undefined
  /** Present if the database has read replicas. */
  replicaStats: Replicas['stats'] | undefined
  /** Present where this process runs background jobs. */
  jobs: ReportedJobs | undefined
}

/** Serves `/metrics` for Prometheus to loopback addresses and to clients with the token; others get 404. */
export async function metrics(app: FastifyInstance, deps: MetricsDeps): Promise<void> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer requests, without those answered from the cache before routing',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'none'
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  registerShopMetrics(registry, deps)
  if (deps.replicaStats) registerReplicaMetrics(registry, deps.replicaStats)
  if (deps.jobs) registerJobMetrics(registry, deps.jobs)
  deps.workers?.provide(() => registry.getMetricsAsJSON())

  app.get('/metrics', anyHost, async (request, reply) => {
    if (!mayRead(request, deps.token)) return reply.callNotFound()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await readMetrics(registry, deps.workers))
  })
}

/** With several workers the sum of all: the client cannot choose which worker answers. */
async function readMetrics(registry: Registry, workers: WorkerMetrics | undefined): Promise<string> {
  if (!workers) return registry.metrics()
  const perWorker = (await workers.collect()) as object[]
  return AggregatorRegistry.aggregate(perWorker).metrics()
}

function registerShopMetrics(registry: Registry, { cache, catalogVersion, fastPath }: MetricsDeps): void {
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const gauge = (name: string, help: string, read: () => number, aggregator: 'sum' | 'min' = 'sum') =>
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  counter('http_cached_responses_total', 'Requests answered from the response cache', () => fastPath.sent)
  counter('http_cached_not_modified_total', 'Of these, with status 304', () => fastPath.notModified)
  counter('response_cache_hits_total', 'Lookups that found a fresh response', () => cache.stats.hits)
  counter('response_cache_misses_total', 'Lookups that found none', () => cache.stats.misses)
  gauge('response_cache_bytes', 'Estimated size of the cached responses', () => cache.stats.bytes)
  gauge('response_cache_entries', 'Cached responses', () => cache.stats.entries)
  gauge('shop_processes', 'Processes that serve the shop', () => 1)
  gauge(
    'database_reachable',
    '1 while catalog changes can be followed',
    () => Number(catalogVersion.reachable()),
    'min',
  )
}

function mayRead({ raw, headers }: FastifyRequest, token: string | undefined): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  if (token && given) return timingSafeEqual(hash(token), hash(given))
  // Behind a proxy on this machine every request comes from loopback; proxies add these headers.
  const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !proxied && /^(::ffff:)?127\.|^::1$/.test(raw.socket.remoteAddress ?? '')
}

const hash = (text: string) => createHash('sha256').update(text).digest()
