import { randomUUID } from 'node:crypto'

const header = Buffer.from('\r\nidempotency-key: ')

/**
 * A function that returns the request with a new Idempotency-Key each time, so that a repeated request is a new write.
 * A request without a key stays as it is. Keys are UUIDs, so the length is always the same.
 */
export function renewKeys(request: Buffer): () => Buffer {
  const found = request.indexOf(header)
  if (found < 0) return () => request
  return () => {
    // A copy: the socket may still hold the request that was sent last.
    const renewed = Buffer.from(request)
    renewed.write(randomUUID(), found + header.length, 'latin1')
    return renewed
  }
}
