import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Encoding } from './encoding.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)
const fromBrotli = promisify(brotliDecompress)

/** Compresses off the main thread. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return copyOutOfPool(await deflate(body, { level: 6 }))
  if (encoding === 'zstd') return copyOutOfPool(await zstd(body))
  return toBrotli(body)
}

/** The body that `compress` has made brotli of. */
export const decompress = async (body: Buffer): Promise<Buffer> => copyOutOfPool(await fromBrotli(body))

/** Node cuts small buffers out of a shared 64 kB pool; one stored buffer would keep the whole pool in memory. */
export function copyOutOfPool(bytes: Buffer): Buffer {
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
