import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** The bytes of a JSON body; undefined if there are none. AppError 415 for another type, which forms of browsers could send. */
export function jsonBody({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): Buffer | undefined {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '')) return body
  throw new AppError(415, 'media_type', 'The body must be JSON (Content-Type: application/json).')
}

/** The JSON object in a body. AppError 400. */
export function parseObject(body: Buffer): object {
  const json = parseJson(body.toString('utf8'))
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json
  throw new AppError(400, 'invalid_json', 'The body must be a JSON object.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutPrototype)
  } catch {
    throw new AppError(400, 'invalid_json', 'The body is not valid JSON.')
  }
}

/** Refuses a member that code could take for the prototype of its object. */
function withoutPrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('The member __proto__ is not allowed')
  return value
}
