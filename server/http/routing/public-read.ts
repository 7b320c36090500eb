import type { FastifyInstance } from 'fastify'
import { withinBudget, type Database } from '#server/db/connect.ts'
import { sendCachedResponse } from '../cache/cached-response.ts'
import { bodyCacheKey } from '../cache/fast-path.ts'
import { freshOrStale, type DatabaseState } from '../cache/fresh-or-stale.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import type { Route } from '../route.ts'
import type { RequestTargets } from '../server/request-target.ts'
import type { Services } from '../services.ts'
import { rawInput } from './read-call.ts'
import { answerKey, parseInput, readCached } from './run-route.ts'
import { budgetOf } from './time-limits.ts'

export interface PublicReadDeps {
  db: Database
  services: Services
  targets: RequestTargets
  cache: ResponseCache
  databaseState: DatabaseState
}

/** Mounts a read whose answer is the same for everyone: it ignores cookies and uses the response cache. */
export function mountPublicRead(app: FastifyInstance, route: Route, deps: PublicReadDeps): void {
  const { db, services, targets, cache, databaseState } = deps
  const { method, path } = route.endpoint
  app.route({
    method,
    url: `/${path}`,
    async handler(request, reply) {
      const input = parseInput(route, rawInput(request))
      // The fast path finds the answer under the exact address and body of the request.
      const keyOf = (key: string | undefined) => (method === 'GET' ? key : bodyCacheKey(request.raw, key))
      const answer = async () => {
        const { shop, key } = await targets.find(request.raw)
        const context = { db, services, shop, caller: undefined }
        const read = (on?: Dependencies) => readCached(cache, route, input, context, on)
        const requestKey = keyOf(key)
        return requestKey ? cache.get(requestKey, shop.shopId, read) : read()
      }
      const last = targets.last(request.raw)
      const stale = last && cache.peekStale(keyOf(last.key), answerKey(route, last.shop.shopId, input))
      const response = await freshOrStale(reply, databaseState, stale, () =>
        withinBudget(budgetOf(route.endpoint), answer),
      )
      return sendCachedResponse(response, request, reply)
    },
  })
}
