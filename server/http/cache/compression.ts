import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import type { Encoding } from './encoding.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const zstd = promisify(zstdCompress)
const fromBrotli = promisify(brotliDecompress)

/** How hard brotli tries: for what may be sent once, and for what is sent again and again. */
export type Effort = 'quick' | 'thorough'

/** Quick takes a third of the time, and a page has a sixth more bytes. */
const brotliQuality = { quick: 3, thorough: 5 }

/** Compresses off the main thread. */
export async function compress(body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding === 'gzip') return copyOutOfPool(await deflate(body, { level: 6 }))
  if (encoding === 'zstd') return copyOutOfPool(await zstd(body))
  return copyOutOfPool(await brotli(body, { params: brotliParams(body, effort) }))
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

function brotliParams(body: Buffer, effort: Effort) {
  // A window larger than the body compresses no better and takes megabytes of memory.
  const window = Math.ceil(Math.log2(body.length + 16))
  return {
    [BROTLI_PARAM_QUALITY]: brotliQuality[effort],
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, BROTLI_MIN_WINDOW_BITS), BROTLI_MAX_WINDOW_BITS),
  }
}

/** For answers that are sent once. */
const QUICK_GZIP = { level: 4 }
/** Another thread costs more than compressing fewer bytes. */
const MAX_BYTES_AT_ONCE = 64 * 1024

/** Compresses an answer that is sent once, and hands it over before it returns unless the answer is large. */
export function compressOnce(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  done: (error: Error | null, compressed: Buffer) => void,
): void {
  const params = encoding === 'br' ? brotliParams(body, 'quick') : {}
  if (body.length > MAX_BYTES_AT_ONCE) {
    if (encoding === 'zstd') zstdCompress(body, done)
    else if (encoding === 'gzip') gzip(body, QUICK_GZIP, done)
    else brotliCompress(body, { params }, done)
  } else if (encoding === 'zstd') done(null, zstdCompressSync(body))
  else if (encoding === 'gzip') done(null, gzipSync(body, QUICK_GZIP))
  else done(null, brotliCompressSync(body, { params }))
}

/** Compresses an answer of unknown length while it is sent. */
export function compressionStream(encoding: Exclude<Encoding, 'identity'>): Transform {
  if (encoding === 'zstd') return createZstdCompress()
  if (encoding === 'gzip') return createGzip(QUICK_GZIP)
  return createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: brotliQuality.quick } })
}
