import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/** Longer questions are rare, and hardly ever asked twice. */
const longest = 2000

const bodies = new WeakMap<IncomingMessage, Buffer>()

/** Whether the request has a short JSON body or none, and says so beforehand. */
export function announcesShortBody({ headers }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': chunked } = headers
  const isJson = type === undefined || type === 'application/json' || type.startsWith('application/json;')
  return isJson && chunked === undefined && Number(length) <= longest
}

/** Reads the body before Fastify sees the request. A sender who goes away is never heard of again. */
export function readShortBody(request: IncomingMessage, done: () => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    bodies.set(request, Buffer.concat(chunks))
    done()
  })
}

/** What was read, as the stream that Fastify would have read. */
export function streamOfBody(request: IncomingMessage): Readable | undefined {
  const body = bodies.get(request)
  return body && Readable.from([body], { objectMode: false })
}

/** Under which the answer to this very body is kept, byte for byte; undefined where it was not read. */
export function keyOfBody(request: IncomingMessage, key: string | undefined): string | undefined {
  const body = bodies.get(request)
  return key && body && `${key} ${body.toString('latin1')}`
}
