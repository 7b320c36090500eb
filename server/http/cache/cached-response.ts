import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding, type Encoding } from './encoding.ts'

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>

/** What one client receives: the headers as an object for Fastify and as a flat list for `writeHead`, and the bytes. */
export interface Representation {
  headers: Headers
  rawHeaders: readonly string[]
  body: Buffer | undefined
}

/** A public response, ready to send to anyone. Headers and compressed bodies are computed once. */
export interface CachedResponse {
  status: number
  /** Undefined if only the brotli form is stored, see `keepBrotliOnly`. */
  body: Buffer | undefined
  /** The answer as an object that pages share: deeply frozen. Only some API answers carry it. */
  data: object | undefined
  /** Hash of the uncompressed body; part of every ETag. */
  hash: string
  headers: Headers
  compressible: boolean
  /** Bodies that were compressed before anyone asked for them. */
  encoded: Partial<Record<Encoding, Buffer>>
  /** The representations that clients have asked for so far. */
  representations: Partial<Record<Encoding, Representation>>
  inFlight: Partial<Record<Encoding, Promise<Representation>>>
  notModified: Representation
}

/** Browsers and proxies may store the response, but must ask whether it is still valid before each use. */
export const mustRevalidate = 'public, max-age=0, must-revalidate'

/** A smaller response fits into one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1000
const compressibleType = /^(text\/|application\/(json|xml|javascript|manifest\+json)|image\/svg)/

/** Creates a response from its status, headers (with content-type and cache-control) and uncompressed body. */
export function createCachedResponse(
  status: number,
  headers: Headers,
  body: Buffer,
  encoded: CachedResponse['encoded'] = {},
): CachedResponse {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const compressible =
    body.length >= MIN_COMPRESSED_BYTES && compressibleType.test(headers['content-type'] ?? '')
  const vary = compressible && { vary: 'Accept-Encoding' }
  const unchanged = { etag: `"${hash}"`, 'cache-control': headers['cache-control'] ?? 'no-store', ...vary }
  return {
    status,
    body: copyOutOfPool(body),
    data: undefined,
    hash,
    headers: { ...headers, ...vary },
    compressible,
    encoded,
    representations: {},
    inFlight: {},
    notModified: { headers: unchanged, rawHeaders: Object.entries(unchanged).flat(), body: undefined },
  }
}

/** The response with only its brotli body, a tenth of the memory; nearly every client accepts brotli. */
export async function keepBrotliOnly(response: CachedResponse): Promise<CachedResponse> {
  const { body, compressible, encoded } = response
  if (!body || !compressible) return response
  return { ...response, body: undefined, encoded: { ...encoded, br: encoded.br ?? (await toBrotli(body)) } }
}

/** Whether the client already has this response, so that status 304 is enough. */
export function matchesClientCopy(
  { status, hash }: CachedResponse,
  { method, headers }: IncomingMessage,
): boolean {
  const known = headers['if-none-match']
  return known !== undefined && status === 200 && method !== 'POST' && (known.includes(hash) || known === '*')
}

/** The representation for this client; undefined if no earlier client asked for the same encoding. */
export function findRepresentation(
  response: CachedResponse,
  { headers }: IncomingMessage,
): Representation | undefined {
  return response.representations[encodingFor(response, headers['accept-encoding'])]
}

/** Sends the representation for this client, or status 304 if the client has the response. */
export async function sendCachedResponse(
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (matchesClientCopy(response, request.raw))
    return reply.code(304).headers(response.notModified.headers).send()
  const encoding = encodingFor(response, request.headers['accept-encoding'])
  const representation = await (response.body || encoding === 'br'
    ? (response.inFlight[encoding] ??= createRepresentation(response, encoding))
    : createRepresentation(await decompressed(response), encoding))
  return reply.code(response.status).headers(representation.headers).send(representation.body)
}

const encodingFor = ({ compressible }: CachedResponse, accepted: string | string[] | undefined): Encoding =>
  compressible && typeof accepted === 'string' ? negotiateEncoding(accepted) : 'identity'

async function createRepresentation(response: CachedResponse, encoding: Encoding): Promise<Representation> {
  const body = response.encoded[encoding] ?? (await compress(bodyOf(response), encoding))
  const headers = {
    ...response.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
    etag: encoding === 'identity' ? `"${response.hash}"` : `"${response.hash}-${encoding}"`,
  }
  return (response.representations[encoding] = { headers, rawHeaders: Object.entries(headers).flat(), body })
}

function bodyOf({ body }: CachedResponse): Buffer {
  if (!body) throw new Error('Only the brotli form of this response is stored')
  return body
}

/** For the rare client without brotli: a copy with the plain body, which is not stored in the cache. */
async function decompressed(response: CachedResponse): Promise<CachedResponse> {
  const { br } = response.encoded
  return { ...response, body: br && (await fromBrotli(br)), encoded: {}, representations: {}, inFlight: {} }
}

const brotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const deflate = promisify(gzip)

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'gzip' ? copyOutOfPool(await deflate(body, { level: 6 })) : toBrotli(body)
}

/** Node cuts small buffers out of a shared 64 kB pool; one stored buffer would keep the whole pool in memory. */
function copyOutOfPool(bytes: Buffer): Buffer {
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

async function toBrotli(body: Buffer): Promise<Buffer> {
  // A window larger than the body compresses no better and takes megabytes of memory.
  const window = Math.ceil(Math.log2(body.length + 16))
  const params = {
    [BROTLI_PARAM_QUALITY]: 5,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, BROTLI_MIN_WINDOW_BITS), BROTLI_MAX_WINDOW_BITS),
  }
  return copyOutOfPool(await brotli(body, { params }))
}
