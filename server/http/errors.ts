import type { ErrorAnswer } from '#contract/endpoint.ts'
import { isDatabaseFailure } from '#server/db/connect.ts'

/** A refusal that the caller sees: HTTP status, a code for programs, a sentence for people. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly code: string
  readonly issues: ErrorAnswer['issues']
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined
  /** What the caller needs to continue, such as a new total. */
  readonly data: object | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    issues?: ErrorAnswer['issues'],
    retryAfter?: number,
    data?: object,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
    this.retryAfter = retryAfter
    this.data = data
  }
}

/** 503 for when the database is unreachable or too busy; the caller may try again. */
export const unavailable = () => new AppError(...unavailableReply)

type Reply = readonly [status: number, code: string, message: string]

const internal: Reply = [500, 'internal', 'Something went wrong on our side. Please try again.']
const unavailableReply: Reply = [503, 'unavailable', 'The shop is busy. Please try again in a moment.']
const badRequest: Reply = [400, 'bad_request', 'We couldn’t read this request.']
const badUrl: Reply = [400, 'invalid_url', 'This address is not valid.']

/** Errors that Fastify raises before a handler runs, by their code. */
const fastifyErrors = new Map<unknown, Reply>([
  ['FST_ERR_CTP_INVALID_JSON_BODY', [400, 'invalid_json', 'The body is not valid JSON.']],
  ['FST_ERR_CTP_BODY_TOO_LARGE', [413, 'body_too_large', 'The body is too large.']],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    [415, 'media_type', 'The body must be JSON (Content-Type: application/json).'],
  ],
  ['FST_ERR_BAD_URL', badUrl],
  ['FST_ERR_MAX_PARAM_LENGTH', badUrl],
])

/** The answer for the caller. Only an `AppError` shows its own message; other errors show their kind. */
export function describeError(error: unknown, requestId: string): { status: number; answer: ErrorAnswer } {
  if (error instanceof AppError) {
    const { status, code, message, issues, data } = error
    const details = { ...(issues && { issues }), ...(data && { data }) }
    return { status, answer: { status: false, message, code, ...details, requestId } }
  }
  const [status, code, message] = replyFor(error)
  return { status, answer: { status: false, message, code, requestId } }
}

function replyFor(error: unknown): Reply {
  if (!(error instanceof Error)) return internal
  const known = 'code' in error && fastifyErrors.get(error.code)
  if (known) return known
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return badRequest
  return isUnavailable(error) ? unavailableReply : internal
}

/** Whether the cause is a database that is unreachable or too busy to answer in time. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError ? error.status === 503 : isDatabaseFailure(error)
