import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { hasValidSignature } from './s3-signature.ts'

/** What the server does instead of answering. */
export type S3Fault =
  /** Accepts the call and never answers. */
  | 'hang'
  /** Answers 503 SlowDown. */
  | 'busy'
  /** Ends the connection in the middle of the body. */
  | 'cut'
  /** Sends the head and a part of the body, and then nothing. */
  | 'stall'

interface Stored {
  bytes: Buffer
  headers: Record<string, string>
  modified: Date
}

/**
 * A server on this machine that speaks the part of S3 that the shop uses: objects, lists in pages, and uploads in parts. It
 * verifies signatures and hashes of bodies by itself, and follows the answers of Amazon's documentation.
 */
export interface S3Server {
  url: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The environment of a shop with its uploads here. */
  env: Record<string, string>
  /** By key. */
  objects: Map<string, Stored>
  /** Method and key of each call. */
  calls: string[]
  /** The next `times` calls of these methods have this fault. */
  fail(fault: S3Fault, times?: number, methods?: string): void
  heal(): void
  /** Refuses connections, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const accessKeyId = 'AKIATEST'
const secretAccessKey = 'a-secret-of-the-bucket'
const bucket = 'uploads-of-a-shop'
const xml = { 'content-type': 'application/xml' }

/** Starts the server on a free port, with an empty bucket. `pageSize` is the length of a page of a list. */
export async function startS3({ pageSize = 1000 } = {}): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const calls: string[] = []
  let fault: { kind: S3Fault; times: number; methods: string } | undefined

  const takeFault = (method: string): S3Fault | undefined => {
    if (!fault || fault.times <= 0 || !fault.methods.includes(method)) return undefined
    fault.times--
    return fault.kind
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const refuse = (status: number, code: string) =>
      void response.writeHead(status, xml).end(`<Error><Code>${code}</Code></Error>`)
    const [, asked = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
    calls.push(`${method} ${key}`)
    const body = await buffer(request)
    const kind = takeFault(method)
    if (kind === 'hang') return
    if (kind === 'busy') return refuse(503, 'SlowDown')
    if (!hasValidSignature(request, { accessKeyId, secretAccessKey }))
      return refuse(403, 'SignatureDoesNotMatch')
    const hash = headers['x-amz-content-sha256']
    if (hash !== undefined && hash !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch')
    if (asked !== bucket) return refuse(404, 'NoSuchBucket')

    if (method === 'PUT' && searchParams.has('partNumber')) {
      uploads.get(searchParams.get('uploadId') ?? '')?.set(Number(searchParams.get('partNumber')), body)
      return void response.writeHead(200, { etag: `"${md5(body)}"` }).end()
    }
    if (method === 'PUT') {
      const { 'content-type': type = '', 'cache-control': caching = '' } = headers
      objects.set(key, {
        bytes: body,
        headers: { 'content-type': type, 'cache-control': caching },
        modified: new Date(),
      })
      return void response.writeHead(200, { etag: `"${md5(body)}"` }).end()
    }
    if (method === 'POST' && searchParams.has('uploads')) {
      const id = String(uploads.size + 1)
      uploads.set(id, new Map())
      return void response.writeHead(200, xml).end(`<R><UploadId>${id}</UploadId></R>`)
    }
    if (method === 'POST') {
      const parts = uploads.get(searchParams.get('uploadId') ?? '')
      const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/g)]
      if (!parts || listed.some(([, n, etag]) => md5(parts.get(Number(n)) ?? Buffer.alloc(0)) !== etag))
        return refuse(400, 'InvalidPart')
      const bytes = Buffer.concat(listed.map(([, n]) => parts.get(Number(n)) ?? Buffer.alloc(0)))
      objects.set(key, { bytes, headers: {}, modified: new Date() })
      return void response.writeHead(200, xml).end('<CompleteMultipartUploadResult/>')
    }
    if (method === 'DELETE') {
      if (searchParams.has('uploadId')) uploads.delete(searchParams.get('uploadId') ?? '')
      else objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (key === '') return void response.writeHead(200, xml).end(listOf(searchParams))
    const stored = objects.get(key)
    if (!stored) return refuse(404, 'NoSuchKey')
    response.writeHead(200, {
      ...stored.headers,
      etag: `"${md5(stored.bytes)}"`,
      'last-modified': stored.modified.toUTCString(),
      'content-length': stored.bytes.length,
    })
    if (method === 'HEAD') return void response.end()
    if (kind === undefined) return void response.end(stored.bytes)
    response.write(stored.bytes.subarray(0, Math.floor(stored.bytes.length / 2)), () => {
      if (kind === 'cut') response.socket?.destroy()
    })
  }

  const listOf = (query: URLSearchParams): string => {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageSize)
    const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map((key) => {
      const { bytes, modified } = objects.get(key)!
      return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified>
        <ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Contents>`
    })
    return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await start(0)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    bucket,
    accessKeyId,
    secretAccessKey,
    env: {
      S3_ENDPOINT: url,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    objects,
    calls,
    fail: (kind, times = Infinity, methods = 'GET HEAD PUT POST DELETE') =>
      void (fault = { kind, times, methods }),
    heal: () => void (fault = undefined),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    start: () => start(port),
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
