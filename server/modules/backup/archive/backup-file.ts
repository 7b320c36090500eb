import { createHash } from 'node:crypto'
import { pipeline as pipe, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { manifest as manifestSchema, type Manifest, type Section } from './manifest.ts'
import { openSealed, sealFile, type SealedReader } from './sealed-file.ts'
import type { Vault } from './vault.ts'

/** The length of the manifest, at the very end. */
const FOOTER_BYTES = 4
const PURPOSE = 'backup'

export interface BackupWriter {
  /** Adds a section with these bytes. */
  add(source: AsyncIterable<Uint8Array>): Promise<Section>
  /** Completes the file and returns its size in bytes. */
  finish(manifest: Manifest): Promise<number>
  abort(): Promise<void>
}

/** Creates a backup file: compressed sections, the manifest, and its length, in one encrypted file. */
export async function writeBackup(path: string, vault: Vault): Promise<BackupWriter> {
  const sealed = await sealFile(path, vault, { purpose: PURPOSE })
  return {
    async add(source) {
      const start = sealed.position()
      const counter = countAndHash()
      await pipeline(source, counter.through, createZstdCompress(), async (compressed) => {
        for await (const bytes of compressed as AsyncIterable<Uint8Array>) await sealed.write(bytes)
      })
      return { start, length: sealed.position() - start, ...counter.result() }
    },
    async finish(manifest) {
      const bytes = Buffer.from(JSON.stringify(manifest))
      const footer = Buffer.alloc(FOOTER_BYTES)
      footer.writeUInt32BE(bytes.length)
      await sealed.write(bytes)
      await sealed.write(footer)
      return sealed.finish()
    },
    abort: sealed.abort,
  }
}

export interface BackupReader {
  manifest: Manifest
  /** The bytes of a section. Throws a `BackupError` at the end if they are not those that were written. */
  read(section: Section): AsyncGenerator<Uint8Array>
  /** Decrypts the whole file. Throws a `BackupError` at the first damage. */
  verify(): Promise<void>
  close(): Promise<void>
}

/** Opens a backup file. Throws a `BackupError` if it is no complete backup that this passphrase can read. */
export async function readBackup(path: string, vault: Vault): Promise<BackupReader> {
  const sealed = await openSealed(path, vault, PURPOSE)
  try {
    const manifest = await readManifest(sealed)
    return {
      manifest,
      async *read({ start, length, sha256 }) {
        const counter = countAndHash()
        const compressed = Readable.from(sealed.read(start, length), { objectMode: false })
        // Reading the last stream throws the error of any.
        const decompressed: AsyncIterable<Buffer> = pipe(compressed, createZstdDecompress(), () => {})
        yield* counter.through(decompressed)
        if (counter.result().sha256 !== sha256)
          throw new BackupError('A part of it does not have the content that was saved.')
      },
      async verify() {
        for await (const chunk of sealed.read(0, sealed.size)) void chunk
      },
      close: sealed.close,
    }
  } catch (error) {
    await sealed.close()
    throw error
  }
}

async function readManifest(sealed: SealedReader): Promise<Manifest> {
  const footer = await buffer(sealed.read(sealed.size - FOOTER_BYTES, FOOTER_BYTES))
  const length = footer.readUInt32BE()
  const text = await buffer(sealed.read(sealed.size - FOOTER_BYTES - length, length))
  const { success, data } = manifestSchema.safeParse(JSON.parse(text.toString()))
  if (!success) throw new BackupError('Another version of the shop made it, with other contents.')
  return data
}

/** Counts and hashes what passes through. */
export function countAndHash() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
