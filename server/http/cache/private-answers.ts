import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { compressOnce, compressionStream } from './compression.ts'
import { negotiateQuickly, type Encoding } from './encoding.ts'
import { isWorthCompressing } from './cached-response.ts'

/** A smaller answer comes with the first packets anyway, and compressing it takes a tenth of the time of its call. */
const MIN_BYTES = 4000

/**
 * Compresses the answers for one visitor: personal pages, answers of the API, and files with text, which stream. Cached
 * responses are already compressed. Decision 055 says why this reveals no secret.
 */
export const compressPrivateAnswer: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (!isCompressible(reply, payload)) return done(null, payload)
  const length = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined
  if (length !== undefined && length < MIN_BYTES) return done(null, payload)
  void reply.header('vary', varyOf(reply))
  const encoding = encodingFor(request)
  if (encoding === 'identity') return done(null, payload)
  void reply.removeHeader('content-length').header('content-encoding', encoding)
  if (length === undefined)
    return done(null, request.method === 'HEAD' ? payload : compressed(payload as Readable, encoding))
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : (payload as Buffer)
  compressOnce(bytes, encoding, done)
}

const hasBody = (status: number) => status >= 200 && ![204, 205, 206, 304].includes(status)

/** Whether it is a text for one visitor that nobody has compressed yet. */
function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  const type = reply.getHeader('content-type')
  const control = reply.getHeader('cache-control')
  return (
    payload !== null &&
    payload !== undefined &&
    hasBody(reply.statusCode) &&
    typeof type === 'string' &&
    isWorthCompressing(type) &&
    typeof control === 'string' &&
    control.includes('no-store') &&
    !control.includes('no-transform') &&
    reply.getHeader('content-encoding') === undefined
  )
}

function varyOf(reply: FastifyReply): string {
  const given = [reply.getHeader('vary') ?? []].flat().join(', ')
  return /\baccept-encoding\b/i.test(given) ? given : [given, 'Accept-Encoding'].filter(Boolean).join(', ')
}

/**
 * A page of another site could compare the sizes of answers to requests that it makes a browser send (BREACH). So these are
 * not compressed. A visitor's own navigation has the value "none", and a program sends no such header.
 */
function encodingFor({ headers }: FastifyRequest): Encoding {
  const { 'sec-fetch-site': site, 'accept-encoding': accepted } = headers
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
  return isForeign || typeof accepted !== 'string' ? 'identity' : negotiateQuickly(accepted)
}

/** A stream that ends with the source's error, and closes the source if the client leaves. */
function compressed(source: Readable, encoding: Exclude<Encoding, 'identity'>): Readable {
  // The response reports the error.
  return pipeline(source, compressionStream(encoding), () => {})
}
