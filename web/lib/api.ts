import type { ErrorAnswer } from '#contract/endpoint.ts'

/** A request that the server refused or that never reached it. `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: string
  readonly issues: ErrorAnswer['issues']
  /** When a busy server or a rate limit allows the next try. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    answer: Pick<ErrorAnswer, 'message' | 'code' | 'issues'>,
    retryAfterMs?: number,
  ) {
    super(answer.message)
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.code = answer.code
    this.issues = answer.issues
  }
}

/** The body of a successful response. Throws an `ApiError` for any other; `body` is undefined if it was no JSON. */
export function parseResponse<T>(status: number, body: unknown, retryAfterMs?: number): T {
  if (status < 200 || status > 299)
    throw new ApiError(status, isErrorAnswer(body) ? body : unknownError, retryAfterMs)
  // The connection broke before the end of the response.
  if (body === undefined || body === null) throw new ApiError(0, unreachable)
  return body as T
}

/** The server's message about a failure; undefined if the server sent none. */
export function serverMessage(error: unknown): string | undefined {
  return hasResponse(error) && error.code !== unknownError.code ? error.message : undefined
}

/**
 * The server's message about a failure, with every issue of an invalid input, or the fallback. For places without fields.
 */
export function errorMessage(error: unknown, fallback = unreachable.message): string {
  const message = serverMessage(error)
  if (message === undefined) return fallback
  const issues = error instanceof ApiError && error.code === 'invalid_input' ? (error.issues ?? []) : []
  return [...new Set([message, ...issues.map((issue) => issue.message)])].join(' · ')
}

/** Whether the server answered the failed request. */
export const hasResponse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status > 0

const REQUEST_TIMEOUT_MS = 10_000
const PROVIDER_TIMEOUT_MS = 25_000

/** Aborts a request that gets no response in time. */
export const requestTimeout = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS)

/** Aborts later: the server may have to wait for the payment provider. */
export const providerTimeout = () => AbortSignal.timeout(PROVIDER_TIMEOUT_MS)

/** The error shown when no request reaches the server. */
export const unreachable = {
  code: 'offline',
  message: 'We can’t reach the shop. Check your connection and try again.',
}

const unknownError = { code: 'unknown', message: 'Something went wrong. Please try again.' }

const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
