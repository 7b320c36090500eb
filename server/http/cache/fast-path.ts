import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { isPublicRead, type Route } from '../route.ts'
import type { FastPathCounts } from '../server/metrics.ts'
import type { RequestTargets } from '../server/request-target.ts'
import { findRepresentation, matchesClientCopy } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

// Answers cached requests before Fastify sees them. docs/decisions/022-cache-fast-path.md says what that gains.

interface FastPathDeps {
  routes: readonly Route[]
  targets: RequestTargets
  cache: ResponseCache
  log: Logger
  counts: FastPathCounts
}

/**
 * The server drops an idle connection after this time. Node sets this timer per request that needs it, because setting it for
 * a cached response would cost as much as the rest of the response.
 */
export const SOCKET_IDLE_TIMEOUT_MS = 60_000

/** The operating system buffers this much even if the client reads nothing, so no timer is needed. */
const MAX_UNTIMED_BYTES = 16_384

/** Longer request bodies are rare and seldom repeated. */
const MAX_BODY_BYTES = 2000

const bodies = new WeakMap<IncomingMessage, Buffer>()

/** Answers the request from the cache, or calls `next`, which hands it to Fastify. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Creates the fast path for GET and HEAD of any address, and for POST to the public reads of the API. */
export function createFastPath({ routes, targets, cache, log, counts }: FastPathDeps): FastPath {
  const postReads = new Set(
    routes
      .filter(isPublicRead)
      .flatMap(({ endpoint: { method, path } }) => (method === 'POST' ? [`/api/${path}`] : [])),
  )

  const answer = (request: IncomingMessage, response: ServerResponse, key: string | undefined): boolean => {
    const cached = key === undefined ? undefined : cache.peek(key)
    if (!cached) return false
    const notModified = matchesClientCopy(cached, request)
    const representation = notModified ? cached.notModified : findRepresentation(cached, request)
    if (!representation) return false

    const status = notModified ? 304 : cached.status
    const { body, rawHeaders } = representation
    if (body && body.length > MAX_UNTIMED_BYTES) request.socket.setTimeout(SOCKET_IDLE_TIMEOUT_MS)
    response.writeHead(status, rawHeaders as string[]).end(body)
    counts.sent++
    if (notModified) counts.notModified++
    // At level info these responses are counted and not logged: a log line costs a tenth of the whole response.
    if (log.isLevelEnabled('debug')) {
      const { method, url } = request
      log.debug({ method, path: withoutQuery(url), status, cached: true }, 'request')
    }
    return true
  }

  return (request, response, next) => {
    const { method, url = '' } = request
    if (method === 'GET' || method === 'HEAD') {
      if (!answer(request, response, targets.peek(request)?.key)) next()
    } else if (method === 'POST' && postReads.has(url) && announcesShortBody(request)) {
      readBody(request, () => {
        if (!answer(request, response, bodyCacheKey(request, targets.peek(request)?.key))) next()
      })
    } else next()
  }
}

/** Lets `first` answer, and `second` if it does not. */
export const inSequence =
  (first: FastPath, second: FastPath): FastPath =>
  (request, response, next) =>
    first(request, response, () => second(request, response, next))

/** The cache key of a POST: address and exact body. Undefined if the fast path did not read the body. */
export function bodyCacheKey(request: IncomingMessage, key: string | undefined): string | undefined {
  const body = bodies.get(request)
  return key && body && `${key} ${body.toString('latin1')}`
}

/** The body that the fast path has consumed, as a stream for Fastify. */
export function replayBody(request: IncomingMessage): Readable | undefined {
  const body = bodies.get(request)
  return body && Readable.from([body], { objectMode: false })
}

function announcesShortBody({ headers }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': chunked } = headers
  const isJson = type === undefined || type === 'application/json' || type.startsWith('application/json;')
  return isJson && chunked === undefined && Number(length) <= MAX_BODY_BYTES
}

/** Calls `done` once the whole body has arrived; never if the client disconnects. */
function readBody(request: IncomingMessage, done: () => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    bodies.set(request, Buffer.concat(chunks))
    done()
  })
}

/** Query strings may hold search texts and secret links, which do not belong in the log. */
export function withoutQuery(url = ''): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
