import type { ErrorAnswer } from '#contract/endpoint.ts'

/** A failure that the caller is told about: HTTP status, a code for programs, a sentence for a person. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly code: string
  readonly issues: ErrorAnswer['issues']
  /** Seconds, for Retry-After. */
  readonly retryAfter: number | undefined
  /** What the caller needs to go on, such as a new total. */
  readonly data: object | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    issues?: ErrorAnswer['issues'],
    retryAfter?: number,
    data?: object,
  ) {
    // It is an answer and no fault: nobody asks where it was made, and to find that out takes longer than all the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.code = code
    this.issues = issues
    this.retryAfter = retryAfter
    this.data = data
  }
}

/** The database is not there, or too busy to answer in time: 503, worth another try. */
export const unavailable = () => new AppError(...unavailableKind)

type Kind = readonly [status: number, code: string, message: string]

const internal: Kind = [500, 'internal', 'Something went wrong on our side. Please try again.']
const unavailableKind: Kind = [503, 'unavailable', 'The shop is busy. Please try again in a moment.']
const badRequest: Kind = [400, 'bad_request', 'This request could not be read.']
const badUrl: Kind = [400, 'invalid_url', 'This address is not well-formed.']

/** What Fastify refuses before a handler sees it. */
const refusals = new Map<unknown, Kind>([
  ['FST_ERR_CTP_INVALID_JSON_BODY', [400, 'invalid_json', 'The body is not JSON.']],
  ['FST_ERR_CTP_BODY_TOO_LARGE', [413, 'body_too_large', 'The body is too large.']],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    [415, 'media_type', 'The body must be JSON (Content-Type: application/json).'],
  ],
  ['FST_ERR_BAD_URL', badUrl],
  ['FST_ERR_MAX_PARAM_LENGTH', badUrl],
])

/** What the caller is told: an `AppError` as it is, of everything else no more than its kind. */
export function describeError(error: unknown, requestId: string): { status: number; answer: ErrorAnswer } {
  if (error instanceof AppError) {
    const { status, code, message, issues, data } = error
    const more = { ...(issues && { issues }), ...(data && { data }) }
    return { status, answer: { status: false, message, code, ...more, requestId } }
  }
  const [status, code, message] = kindOf(error)
  return { status, answer: { status: false, message, code, requestId } }
}

function kindOf(error: unknown): Kind {
  if (!(error instanceof Error)) return internal
  const refusal = 'code' in error && refusals.get(error.code)
  if (refusal) return refusal
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return badRequest
  return isUnavailable(error) ? unavailableKind : internal
}

/** Whether it failed because the database was not there, or was too busy to answer in time. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 503
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && lossCodes.test(String(error.code))) ||
    ('syscall' in error && error.syscall === 'connect') ||
    lossMessages.test(error.message)
  )
}

/** PostgreSQL: connection lost, shutting down, out of resources, statement took too long. Then those of the network. */
const lossCodes = /^(08\d{3}|57P0[1-3]|53\d00|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** What `pg` throws without a code. */
const lossMessages =
  /^(Connection terminated|timeout exp|timeout exc|Query read timeout|Client (has enc|was closed))/
