import type { z } from 'zod'
import type { ErrorAnswer } from '#contract/endpoint.ts'
import type { ByteCache, Dependencies } from './byte-cache.ts'
import { AppError, unavailable } from './errors.ts'
import { finish, mustRevalidate, type Finished } from './finished.ts'
import type { RequestContext, Route } from './route.ts'
import { dataHeaders } from './security-headers.ts'

/** A shopper gets an answer within 3 s, if only that there is none. */
const waitLimit = 2800
const mostIssues = 20

/** The input as the endpoint's schema reads it. Throws AppError 400 with what is wrong and where. */
export function readInput({ endpoint }: Route, raw: unknown): unknown {
  const result = endpoint.input.safeParse(raw)
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, mostIssues).map(describeIssue)
  throw new AppError(400, 'invalid_input', issues[0]?.message ?? 'This input cannot be used.', issues)
}

/** Lets the handler answer and holds the answer against the contract: what was not declared does not leave the house. */
export async function runHandler(route: Route, input: unknown, context: RequestContext): Promise<object> {
  const { message = 'OK', ...answer } = await route.handle(input, context)
  const { method, path } = route.endpoint
  const result = route.endpoint.answer.safeParse(answer)
  if (result.success) return { status: true, message, ...(result.data as object) }
  throw new Error(`${method} ${path} answered what its contract does not allow`, { cause: result.error })
}

/**
 * The answer of a public read as bytes, from the cache where it is still true. `on` learns what a page that shows this
 * answer depends on.
 */
export function answerPublicRead(
  cache: ByteCache,
  route: Route,
  input: unknown,
  context: RequestContext,
  on?: Dependencies,
): Promise<Finished> {
  const { method, path } = route.endpoint
  if (on) depend(route, input, on)
  const { configId } = context.shop
  const key = `${configId} ${method} ${path} ${JSON.stringify(input)}`
  return cache.get(key, configId, (dependencies) => makePublicAnswer(route, input, context, dependencies))
}

/** The same, made now and not kept. */
export async function makePublicAnswer(
  route: Route,
  input: unknown,
  context: RequestContext,
  on: Dependencies,
): Promise<Finished> {
  depend(route, input, on)
  const answer = await inTime(runHandler(route, input, context))
  return finish(200, publicHeaders, Buffer.from(JSON.stringify(answer)))
}

function depend({ endpoint: { cache: kept = {} } }: Route, input: unknown, on: Dependencies): void {
  const productId = kept.product?.(input)
  if (productId !== undefined) on.productIds.add(productId)
  if (kept.seconds) on.until = Math.min(on.until, Date.now() + kept.seconds * 1000)
}

/** What it waits for, or AppError 503 after 2.8 s. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLate.reject(unavailable()), waitLimit)
  return Promise.race([work, tooLate.promise]).finally(() => clearTimeout(timer))
}

const publicHeaders = { ...dataHeaders, 'cache-control': mustRevalidate }

function describeIssue({ path, message }: z.core.$ZodIssue): NonNullable<ErrorAnswer['issues']>[number] {
  return { path: path.map(String).join('.').slice(0, 200), message: message.slice(0, 300) }
}
