import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, copyOutOfPool, decompress } from './compression.ts'
import { negotiateEncoding, type Encoding } from './encoding.ts'
import { createMemoryBudget } from './memory-budget.ts'

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>

/**
 * The response to one client: the headers as an object for Fastify and as a flat list for `writeHead`, and the bytes.
 */
export interface Representation {
  headers: Headers
  rawHeaders: readonly string[]
  body: Buffer | undefined
  /** Sent since the last eviction. */
  used: boolean
  /** Compressed quickly, because it may be sent once. The second client that asks for it has it compressed thoroughly. */
  isQuick: boolean
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
  /** `encoded` was compressed quickly. */
  isQuick: boolean
  /** The representations that clients have asked for, while they are kept. */
  representations: { [E in Encoding]?: Representation | undefined }
  inFlight: { [E in Encoding]?: Promise<Representation> | undefined }
  notModified: Representation
  /** Milliseconds since 1970 after which an answer that says so is wrong. */
  until?: number
}

/** Browsers and proxies may store the response, but must ask whether it is still valid before each use. */
export const mustRevalidate = 'public, max-age=0, must-revalidate'

/**
 * Forms made from a stored brotli body. A client that reads the whole shop in gzip replaces only these, and no page that is
 * stored.
 */
const budget = createMemoryBudget(8 * 1024 * 1024)

/** A smaller response fits into one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1000
const compressibleType = /^(text\/|application\/(json|xml|javascript|manifest\+json)|image\/svg)/

/** Whether compression makes content of this type smaller. Events would wait for a block of the compressor to fill. */
export const isWorthCompressing = (contentType: string): boolean =>
  compressibleType.test(contentType) && !contentType.startsWith('text/event-stream')

/** Creates a response from its status, headers (with content-type and cache-control) and uncompressed body. */
export function createCachedResponse(
  status: number,
  headers: Headers,
  body: Buffer,
  encoded: CachedResponse['encoded'] = {},
): CachedResponse {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const compressible =
    body.length >= MIN_COMPRESSED_BYTES && isWorthCompressing(headers['content-type'] ?? '')
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
    isQuick: false,
    representations: {},
    inFlight: {},
    notModified: {
      headers: unchanged,
      rawHeaders: Object.entries(unchanged).flat(),
      body: undefined,
      used: false,
      isQuick: false,
    },
  }
}

/** The response with only its brotli body, a tenth of the memory. Other forms are made from it and kept while they are hot. */
export async function keepBrotliOnly(response: CachedResponse): Promise<CachedResponse> {
  const { body, compressible, encoded } = response
  if (!body || !compressible) return response
  return {
    ...response,
    body: undefined,
    encoded: { ...encoded, br: encoded.br ?? (await compress(body, 'br', 'quick')) },
    isQuick: encoded.br === undefined,
  }
}

/** Whether the client already has this response, so that status 304 is enough. */
export function matchesClientCopy(
  { status, hash }: CachedResponse,
  { method, headers }: IncomingMessage,
): boolean {
  const known = headers['if-none-match']
  return known !== undefined && status === 200 && method !== 'POST' && (known.includes(hash) || known === '*')
}

/** The representation for this client; undefined if none is kept for its encoding. */
export function findRepresentation(
  response: CachedResponse,
  { headers }: IncomingMessage,
): Representation | undefined {
  const encoding = encodingFor(response, headers['accept-encoding'])
  const found = response.representations[encoding]
  if (found) note(response, encoding, found)
  return found
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
  const { headers, body } = await representationOf(response, encoding)
  return reply.code(response.status).headers(headers).send(body)
}

const encodingFor = ({ compressible }: CachedResponse, accepted: string | string[] | undefined): Encoding =>
  compressible && typeof accepted === 'string' ? negotiateEncoding(accepted) : 'identity'

/** Concurrent requests share the work. */
function representationOf(response: CachedResponse, encoding: Encoding): Promise<Representation> {
  const { representations, inFlight } = response
  const found = representations[encoding]
  if (found) {
    note(response, encoding, found)
    return Promise.resolve(found)
  }
  return (inFlight[encoding] ??= createRepresentation(response, encoding).finally(() => {
    inFlight[encoding] = undefined
  }))
}

/** Notes that a representation is sent again. */
function note(response: CachedResponse, encoding: Encoding, found: Representation): void {
  found.used = true
  if (!found.isQuick) return
  found.isQuick = false
  improve(response, encoding, found).catch((error: unknown) => process.emitWarning(error as Error))
}

/** Compresses thoroughly what is worth it, unless it is gone by then. */
async function improve(response: CachedResponse, encoding: Encoding, quick: Representation): Promise<void> {
  const body = await compress(await plainBody(response), encoding, 'thorough')
  const { representations, encoded } = response
  if (representations[encoding] !== quick) return
  if (encoded[encoding]) encoded[encoding] = body
  store(response, encoding, body, false)
}

async function createRepresentation(response: CachedResponse, encoding: Encoding): Promise<Representation> {
  const stored = encoding === 'identity' ? response.body : response.encoded[encoding]
  const body = stored ?? (await compress(await plainBody(response), encoding, 'quick'))
  return store(response, encoding, body, encoding === 'br' && (!stored || response.isQuick))
}

function store(response: CachedResponse, encoding: Encoding, body: Buffer, isQuick: boolean): Representation {
  const { representations, hash, encoded } = response
  // Other bytes have another tag.
  const form = encoding === 'identity' ? '' : `-${encoding}${isQuick ? '-quick' : ''}`
  const headers = {
    ...response.headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
    etag: `"${hash}${form}"`,
  }
  const representation = { headers, rawHeaders: Object.entries(headers).flat(), body, used: false, isQuick }
  representations[encoding] = representation
  // The brotli form belongs to the response; the cache counts its bytes.
  if (encoding !== 'br' && body !== response.body && body !== encoded[encoding])
    budget.add(representation, body.length, () => {
      if (representations[encoding] === representation) representations[encoding] = undefined
    })
  return representation
}

/** The uncompressed body. */
export async function plainBody({ body, encoded }: CachedResponse): Promise<Buffer> {
  if (body) return body
  if (!encoded.br) throw new Error('The response has no body')
  return decompress(encoded.br)
}
