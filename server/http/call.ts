import type { z } from 'zod'
import type { Call, Endpoint } from '#contract/endpoint.ts'
import { answerPublicRead, makePublicAnswer, readInput } from './answer.ts'
import type { ByteCache, Dependencies } from './byte-cache.ts'
import { AppError } from './errors.ts'
import { bodyOf } from './finished.ts'
import { isPublicRead, type RequestContext, type Route } from './route.ts'

/** Endpoints are told apart by method and path: the build of the pages carries copies of the contract's objects. */
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What is asked without saying which is on many pages; the rest is kept with its page, and would only fill the cache. */
const isShared = (input: unknown) => Object.keys(input as object).length === 0

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
    const input = readInput(route, rawInput)
    const finished = await (isShared(input)
      ? answerPublicRead(cache, route, input, context, on)
      : makePublicAnswer(route, input, context, on))
    const answer: unknown = JSON.parse(bodyOf(finished).toString())
    return answer as z.output<typeof endpoint.answer> & { message: string }
  }
}
