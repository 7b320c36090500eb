import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, type Encoding } from './encoding.ts'

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>

/** Bodies by their encoding. */
type Packed = Partial<Record<Encoding, Buffer>>

/** What is sent: headers as Fastify takes them, the same flat as `writeHead` does, and the bytes. */
export interface Form {
  headers: Headers
  flat: readonly string[]
  body: Buffer | undefined
}

/** An answer as bytes, ready for anyone: its headers are put together once, and it is compressed once. */
export interface Finished {
  status: number
  /** Undefined where only the compressed form is held, see `packTight`. */
  body: Buffer | undefined
  /** Of the content, whatever its encoding; part of each ETag. */
  hash: string
  headers: Headers
  compressible: boolean
  /** What was compressed beforehand, better than there is time for while it is asked for. */
  packed: Packed
  /** Those that someone has wanted so far. */
  forms: Partial<Record<Encoding, Form>>
  making: Partial<Record<Encoding, Promise<Form>>>
  notModified: Form
}

/** Kept by browsers and proxies, but never shown without having asked whether it still holds. */
export const mustRevalidate = 'public, max-age=0, must-revalidate'

/** Below this many bytes an answer fits into one packet anyway. */
const worthCompressing = 1000
const compressibleType = /^(text\/|application\/(json|xml|javascript|manifest\+json)|image\/svg)/

/** Finishes an answer with its own headers, content-type and cache-control among them. */
export function finish(status: number, headers: Headers, body: Buffer, packed: Packed = {}): Finished {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const compressible = body.length >= worthCompressing && compressibleType.test(headers['content-type'] ?? '')
  const vary = compressible && { vary: 'Accept-Encoding' }
  const unchanged = { etag: `"${hash}"`, 'cache-control': headers['cache-control'] ?? 'no-store', ...vary }
  const notModified = { headers: unchanged, flat: Object.entries(unchanged).flat(), body: undefined }
  return {
    status,
    body: alone(body),
    hash,
    headers: { ...headers, ...vary },
    compressible,
    packed,
    forms: {},
    making: {},
    notModified,
  }
}

/** The answer with its body held in brotli alone: a tenth of the room, and what nearly every client wants. */
export async function packTight(finished: Finished): Promise<Finished> {
  const { body, compressible, packed } = finished
  if (!body || !compressible) return finished
  return { ...finished, body: undefined, packed: { ...packed, br: packed.br ?? (await pack(body)) } }
}

/** Whether the client has this very answer, so that `notModified` is enough (304). */
export function isKnown({ status, hash }: Finished, { method, headers }: IncomingMessage): boolean {
  const known = headers['if-none-match']
  return known !== undefined && status === 200 && method !== 'POST' && (known.includes(hash) || known === '*')
}

/** The form that this client wants; undefined where it was never wanted before and has yet to be made. */
export function formAtHand(finished: Finished, { headers }: IncomingMessage): Form | undefined {
  return finished.forms[encodingOf(finished, headers['accept-encoding'])]
}

/** Answers with a finished answer, in the form that this client wants, or says that the client has it (304). */
export async function sendFinished(
  finished: Finished,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (isKnown(finished, request.raw)) return reply.code(304).headers(finished.notModified.headers).send()
  const encoding = encodingOf(finished, request.headers['accept-encoding'])
  const form = await (finished.body || encoding === 'br'
    ? (finished.making[encoding] ??= makeForm(finished, encoding))
    : makeForm(await unpacked(finished), encoding))
  return reply.code(finished.status).headers(form.headers).send(form.body)
}

const encodingOf = ({ compressible }: Finished, accepted: string | string[] | undefined): Encoding =>
  compressible && typeof accepted === 'string' ? encodingFor(accepted) : 'identity'

async function makeForm(finished: Finished, encoding: Encoding): Promise<Form> {
  const body = finished.packed[encoding] ?? (await compress(bodyOf(finished), encoding))
  const headers = {
    ...finished.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
    etag: encoding === 'identity' ? `"${finished.hash}"` : `"${finished.hash}-${encoding}"`,
  }
  return (finished.forms[encoding] = { headers, flat: Object.entries(headers).flat(), body })
}

/** The body as it was finished. Throws where it was packed tight. */
export function bodyOf({ body }: Finished): Buffer {
  if (!body) throw new Error('This answer is held in brotli alone')
  return body
}

/** Made for the one client that cannot take brotli, and not held: nothing of it goes back into the answer. */
async function unpacked(finished: Finished): Promise<Finished> {
  const { br } = finished.packed
  return { ...finished, body: br && (await inflate(br)), packed: {}, forms: {}, making: {} }
}

const brotli = promisify(brotliCompress)
const inflate = promisify(brotliDecompress)
const deflate = promisify(gzip)

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'gzip' ? alone(await deflate(body, { level: 6 })) : pack(body)
}

/**
 * The same bytes in memory of exactly their size. Node gives out small buffers, those of zlib among them, as parts of
 * 64 kB, and as long as one part is kept so are all.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

const {
  BROTLI_PARAM_QUALITY,
  BROTLI_PARAM_SIZE_HINT,
  BROTLI_PARAM_LGWIN,
  BROTLI_MIN_WINDOW_BITS,
  BROTLI_MAX_WINDOW_BITS,
} = constants

async function pack(body: Buffer): Promise<Buffer> {
  // A window larger than the body finds nothing more, and takes megabytes while it is open.
  const window = Math.ceil(Math.log2(body.length + 16))
  const params = {
    [BROTLI_PARAM_QUALITY]: 5,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, BROTLI_MIN_WINDOW_BITS), BROTLI_MAX_WINDOW_BITS),
  }
  return alone(await brotli(body, { params }))
}
