import type { z } from 'zod'
import type { ErrorAnswer } from '#contract/endpoint.ts'
import { createCachedResponse, mustRevalidate, type CachedResponse } from '../cache/cached-response.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import { AppError } from '../errors.ts'
import { dataHeaders } from '../pages/security-headers.ts'
import type { RequestContext, Route } from '../route.ts'
import { mayReadReplica, readOnReplica } from './replica-read.ts'
import { withTimeout } from './time-limits.ts'
import { toWireShape } from './wire-shape.ts'

const MAX_REPORTED_ISSUES = 20

/** Parses the input with the endpoint's schema. Throws AppError 400 with the path and message of each issue. */
export function parseInput({ endpoint }: Route, raw: unknown): unknown {
  const result = endpoint.input.safeParse(raw)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, MAX_REPORTED_ISSUES).map(describeIssue)
  throw new AppError(400, 'invalid_input', issues[0]?.message ?? 'This input is not valid.', issues)
}

/**
 * Runs the handler and validates its answer against the contract, which also removes undeclared fields. `on` collects the
 * dependencies of a public read.
 */
export async function runHandler(
  route: Route,
  input: unknown,
  context: RequestContext,
  on?: Dependencies,
): Promise<object> {
  const handle = (given: RequestContext) => route.handle(input, given)
  const { replicas } = context.services
  const { message = 'OK', ...answer } = await (replicas && mayReadReplica(route)
    ? readOnReplica({ replicas, context, on }, handle)
    : handle(context))
  const { method, path } = route.endpoint
  const result = route.endpoint.answer.safeParse(answer)
  if (result.success) return { status: true, message, ...(result.data as object) }
  throw new Error(`${method} ${path} returned an answer that its contract does not allow`, {
    cause: result.error,
  })
}

/**
 * The answer of a public read, from the cache while it is fresh. `on` collects the dependencies for a page that shows
 * the answer.
 */
export async function readCached(
  cache: ResponseCache,
  route: Route,
  input: unknown,
  context: RequestContext,
  on?: Dependencies,
): Promise<CachedResponse> {
  if (on) addDependencies(route, input, on)
  const { shopId } = context.shop
  const cached = await cache.get(answerKey(route, shopId, input), shopId, async (dependencies) => {
    addDependencies(route, input, dependencies)
    const answer = await withTimeout(runHandler(route, input, context, dependencies))
    const until = endOf(route, answer)
    dependencies.until = Math.min(dependencies.until, until)
    const response = {
      ...createCachedResponse(200, publicHeaders, Buffer.from(JSON.stringify(answer))),
      until,
    }
    return isWithoutInput(input) ? { ...response, data: toWireShape(answer) } : response
  })
  if (on) on.until = Math.min(on.until, cached.until ?? Infinity)
  return cached
}

/** The cache key of a public read. */
export const answerKey = ({ endpoint: { method, path } }: Route, shopId: number, input: unknown) =>
  `${shopId} ${method} ${path} ${JSON.stringify(input)}`

/** The answer of a public read, computed now: deeply frozen, in the shape that it has on the wire. */
export async function readUncached(
  route: Route,
  input: unknown,
  context: RequestContext,
  on: Dependencies,
): Promise<object> {
  addDependencies(route, input, on)
  const answer = await withTimeout(runHandler(route, input, context, on))
  on.until = Math.min(on.until, endOf(route, answer))
  return toWireShape(answer)
}

/** Whether many pages ask for the same answer, so that it is worth sharing as an object. */
export const isWithoutInput = (input: unknown) => Object.keys(input as object).length === 0

function addDependencies({ endpoint: { cache = {} } }: Route, input: unknown, on: Dependencies): void {
  const productId = cache.product?.(input)
  if (productId !== undefined) on.productIds.add(productId)
  if (cache.seconds) on.until = Math.min(on.until, Date.now() + cache.seconds * 1000)
}

/** When an answer that says so itself changes, in milliseconds since 1970. */
const endOf = ({ endpoint: { cache } }: Route, answer: { data?: unknown }): number =>
  cache?.until ? Date.parse((answer.data as { until: string }).until) : Infinity

const publicHeaders = { ...dataHeaders, 'cache-control': mustRevalidate }

function describeIssue({ path, message }: z.core.$ZodIssue): NonNullable<ErrorAnswer['issues']>[number] {
  return { path: path.map(String).join('.').slice(0, 200), message: message.slice(0, 300) }
}
