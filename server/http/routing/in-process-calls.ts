import type { z } from 'zod'
import type { Call, Endpoint } from '#contract/endpoint.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import { AppError, isUnavailable, unavailable } from '../errors.ts'
import { isPublicRead, type RequestContext, type Route } from '../route.ts'
import { isWithoutInput, parseInput, readCached, readUncached } from './run-route.ts'

/** Names identify endpoints here: the built pages contain copies of the contract's objects. */
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * The API for pages that render on the server. It has the same validation and handlers as over HTTP, but answers stay objects,
 * deeply frozen. It has public reads only, so that no page depends on its visitor. `on` collects the page's dependencies.
 */
export function inProcessCalls(
  routes: readonly Route[],
  cache: ResponseCache,
): (context: RequestContext, on: Dependencies) => Call {
  const publicReads = new Map(routes.filter(isPublicRead).map((route) => [nameOf(route.endpoint), route]))
  return (context, on) => async (endpoint, rawInput) => {
    const route = publicReads.get(nameOf(endpoint))
    if (!route) throw new AppError(404, 'not_found', `Pages cannot call ${nameOf(endpoint)}.`)
    const input = parseInput(route, rawInput)
    // An answer to particular input is cached as part of its page; another copy would only fill the cache.
    const read = async () =>
      isWithoutInput(input)
        ? (await readCached(cache, route, input, context, on)).data
        : readUncached(route, input, context, on)
    const answer = await read().catch((error: unknown) => {
      // Pages turn an AppError into their status and any other error into 500.
      throw isUnavailable(error) ? unavailable() : error
    })
    return answer as z.output<typeof endpoint.answer> & { message: string }
  }
}
