import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { PersonalContext, Route } from '../route.ts'
import { readMultipart } from './multipart.ts'
import { parseInput } from './run-route.ts'

/** Bodies of signed endpoints: read, but not parsed. */
export const signedBodies = new WeakMap<FastifyRequest, string>()
export const MAX_SIGNED_BODY_BYTES = 256 * 1024

/** The valid input of a call, and what else its request brings for the handler. AppError 400, 413 or 415. */
export async function readCall(
  route: Route,
  request: FastifyRequest,
): Promise<{ input: unknown } & Pick<PersonalContext, 'signed' | 'files' | 'idempotent'>> {
  const { files: declared, signed, ignoresBody } = route.endpoint
  const { headers } = request
  const form = declared && request.isMultipart() ? await readMultipart(request, declared) : undefined
  const isIgnored = request.isMultipart() ? ignoresBody : signed
  const input = parseInput(route, rawInput(request, isIgnored ? {} : form?.fields))
  const files = form?.files ?? {}
  return {
    input,
    files,
    signed: signed && { body: Buffer.from(signedBodies.get(request) ?? ''), headers },
    idempotent: idempotentCall(route.endpoint, headers['idempotency-key']?.toString(), input, files),
  }
}

/** Path parameters and query or body as one object; the path takes precedence. AppError 400 or 415. */
export function rawInput(request: FastifyRequest, fields?: object): unknown {
  if (request.isMultipart() && !fields) {
    throw new AppError(415, 'media_type', 'The body must be JSON (Content-Type: application/json).')
  }
  const { method, query, body = {}, params } = request
  const sent: unknown = fields ?? (method === 'GET' || method === 'HEAD' ? query : body)
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new AppError(400, 'invalid_input', 'The body must be a JSON object.')
  }
  return { ...sent, ...(params as object) }
}

/** What a caller sent under an Idempotency-Key; undefined for a call that takes no key or has none. */
function idempotentCall(
  { method, path, takesIdempotencyKey }: Endpoint,
  key: string | undefined,
  input: unknown,
  files: PersonalContext['files'],
): PersonalContext['idempotent'] {
  if (!takesIdempotencyKey || key === undefined) return undefined
  const digests = Object.entries(files).map(([name, list]) => [
    name,
    list.map((bytes) => createHash('sha256').update(bytes).digest('base64')),
  ])
  return { key, body: [method, path, input, digests] }
}
