import type { z } from 'zod'
import type { Call, Endpoint } from '#contract/endpoint.ts'
import { answerPublicRead, readInput } from './answer.ts'
import type { ByteCache, Dependencies } from './byte-cache.ts'
import { AppError } from './errors.ts'
import { isPublicRead, type RequestContext, type Route } from './route.ts'

/** Endpoints are told apart by method and path: the build of the pages carries copies of the contract's objects. */
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/**
 * The in-process form of the API, for pages that are rendered on the server: the same validation, handlers and kept
 * answers as over HTTP. Only public reads, so that no page can depend on who asks for it. `on` learns what it depends on.
 */
export function callsFor(
  routes: readonly Route[],
  cache: ByteCache,
): (context: RequestContext, on: Dependencies) => Call {
  const publicReads = new Map(routes.filter(isPublicRead).map((route) => [nameOf(route.endpoint), route]))
  return (context, on) => async (endpoint, rawInput) => {
    const route = publicReads.get(nameOf(endpoint))
    if (!route) throw new AppError(404, 'not_found', `Pages cannot call ${nameOf(endpoint)}.`)
    const { body } = await answerPublicRead(cache, route, readInput(route, rawInput), context, on)
    const answer: unknown = JSON.parse(body.toString())
    return answer as z.output<typeof endpoint.answer> & { message: string }
  }
}
