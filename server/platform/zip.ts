import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry } from 'yauzl'
import { ZipFile } from 'yazl'

/** The content of a file in an archive. */
export interface Digest {
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface ZipWriter {
  /** Appends a file after the last one is complete, and returns what it wrote. */
  add(name: string, chunks: Chunks, options?: { compress?: boolean }): Promise<Digest>
  /** Writes the directory; the file is complete when this resolves. */
  close(): Promise<void>
  /** Gives up and closes the unfinished file, which the caller removes. */
  abort(): void
}

/** Creates a zip file at this path, one entry after another, with constant memory. */
export function createZip(path: string): ZipWriter {
  const zip = new ZipFile()
  const output = createWriteStream(path, { mode: 0o600 })
  const written = pipeline(zip.outputStream, output)
  const { promise: failure, reject } = Promise.withResolvers<never>()
  // Every `add` waits for it; without one the failure must not count as unhandled.
  failure.catch(() => {})
  written.catch(reject)
  zip.on('error', reject)
  return {
    async add(name, chunks, { compress = true } = {}) {
      const { promise: added, resolve } = Promise.withResolvers<Digest>()
      const source = Readable.from(digesting(chunks, resolve), { objectMode: false })
      source.on('error', reject)
      zip.addReadStream(source, name, { compressionLevel: compress ? 5 : 0, mode: 0o100644 })
      return Promise.race([added, failure])
    },
    async close() {
      zip.end()
      await Promise.race([written, failure])
    },
    abort: () => void output.destroy(),
  }
}

/** Passes chunks on, and their digest at the end. */
async function* digesting(chunks: Chunks, done: (digest: Digest) => void): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
    yield chunk
  }
  done({ bytes, sha256: hash.digest('hex') })
}

export interface ZipReader {
  names: readonly string[]
  /** The content of an entry. Rejects if it is damaged or missing. */
  read(name: string): AsyncIterable<Uint8Array>
  close(): void
}

/** Opens a zip file. Rejects if it is no complete zip file, or if two entries have the same name. */
export async function openZip(path: string): Promise<ZipReader> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name)
      if (!entry) throw new Error(`${name} is missing`)
      let crc = 0
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc)
        yield chunk
      }
      if (crc !== entry.crc32) throw new Error(`${name} is not as it was written`)
    },
    close: () => zip.close(),
  }
}

/** Reads chunks to their end and returns their digest. `onChunk` sees each of them. */
export async function digestOf(
  chunks: Chunks,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Digest> {
  const { promise, resolve } = Promise.withResolvers<Digest>()
  for await (const chunk of digesting(chunks, resolve)) onChunk(chunk)
  return promise
}
