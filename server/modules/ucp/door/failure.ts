import type { FastifyRequest } from 'fastify'
import { AppError, describeError } from '#server/http/errors.ts'
import { SignatureError } from '#server/platform/http-signature/signature-error.ts'
import { ProtocolError } from '../errors.ts'

/** After a short outage of the database. */
const RETRY_SECONDS = 2

/** The status of each refused signature. */
const signatureStatus = {
  signature_missing: 401,
  signature_invalid: 401,
  key_not_found: 401,
  digest_mismatch: 400,
  algorithm_unsupported: 400,
} as const

/** Any error as a failure of the protocol. Details of an unknown error go to the log alone. */
export function failureOf(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error
  if (error instanceof SignatureError)
    return new ProtocolError(signatureStatus[error.code], error.code, `${error.message}.`)
  const { status, answer } = describeError(error, '')
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined
  const wait = retryAfter ?? (status === 503 ? RETRY_SECONDS : undefined)
  return new ProtocolError(status, answer.code, answer.message, wait)
}

/** Logs an own fault with its details. Of a refusal only the code: its address may contain the id of a session. */
export function logFailure(
  { log }: Pick<FastifyRequest, 'log'>,
  error: unknown,
  { status, code }: ProtocolError,
): void {
  if (status < 500) log.debug({ code }, 'request failed')
  else log[status === 503 ? 'warn' : 'error']({ err: error }, 'request failed')
}
