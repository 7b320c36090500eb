import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { AskedReader } from './asked.ts'
import type { ByteCache } from './byte-cache.ts'
import { formAtHand, isKnown } from './finished.ts'
import type { FrontCounts } from './metrics.ts'
import { isPublicRead, type Route } from './route.ts'
import { announcesShortBody, keyOfBody, readShortBody } from './short-body.ts'

interface FrontDeps {
  routes: readonly Route[]
  asked: AskedReader
  cache: ByteCache
  log: Logger
  counts: FrontCounts
}

/**
 * Milliseconds after which a connection on which nothing moves, though something should, is given up. Set for each
 * request that needs it and not on the server: on a kept answer the timer would cost as much as the rest.
 */
export const silenceLimit = 60_000

/** Bytes that the system takes off our hands whether the client reads or not. */
const takenAtOnce = 16_384

/** Answers the request, or lets it take the long way by calling `pass`. */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

/**
 * The short way, before Fastify: answers what has been asked before, byte for byte, and is kept and true. Whatever it
 * leaves alone takes the long way and gets the same answer there.
 */
export function cacheFront({ routes, asked, cache, log, counts }: FrontDeps): Front {
  const posted = new Set(
    routes
      .filter(isPublicRead)
      .flatMap(({ endpoint: { method, path } }) => (method === 'POST' ? [`/api/${path}`] : [])),
  )

  const answer = (request: IncomingMessage, response: ServerResponse, key: string | undefined): boolean => {
    const finished = key === undefined ? undefined : cache.peek(key)
    if (!finished) return false
    const known = isKnown(finished, request)
    const form = known ? finished.notModified : formAtHand(finished, request)
    if (!form) return false

    const status = known ? 304 : finished.status
    if (form.body && form.body.length > takenAtOnce) request.socket.setTimeout(silenceLimit)
    response.writeHead(status, form.flat as string[]).end(form.body)
    counts.sent++
    if (known) counts.notModified++
    // A line for each would cost a tenth of the whole answer; they are counted. Without a line, an id would lead nowhere.
    if (log.isLevelEnabled('debug')) {
      const { method, url } = request
      log.debug({ method, path: withoutQuery(url), status, cached: true }, 'request')
    }
    return true
  }

  return (request, response, pass) => {
    const { method, url = '' } = request
    if (method === 'GET' || method === 'HEAD') {
      if (!answer(request, response, asked.peek(request)?.key)) pass()
    } else if (method === 'POST' && posted.has(url) && announcesShortBody(request)) {
      readShortBody(request, () => {
        if (!answer(request, response, keyOfBody(request, asked.peek(request)?.key))) pass()
      })
    } else pass()
  }
}

/** Queries may hold what is nobody's business: search texts, tokens of links that were mailed. */
export function withoutQuery(url = ''): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
