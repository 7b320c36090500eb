import { createCipheriv, createDecipheriv } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import { HEADER_BYTES, type FileKey, type Vault } from './vault.ts'

const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

export interface SealedWriter {
  /** The number of bytes written so far. */
  position(): number
  write(bytes: Uint8Array): Promise<void>
  /** Writes the last chunk. Returns the size of the file in bytes. */
  finish(): Promise<number>
  /** Closes an unfinished file. */
  abort(): Promise<void>
}

export interface SealedReader {
  /** The number of bytes that were written. */
  size: number
  /** These bytes. Throws a `BackupError` at the first that is damaged. */
  read(start: number, length: number): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Position and whether it is the last, in 12 bytes. No two chunks of a file share it, and each file has its own key. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Creates an encrypted file. `purpose` must be the same for reading. Throws if the file exists. `durable` files survive a
 * power failure once they are finished.
 */
export async function sealFile(
  path: string,
  vault: Vault,
  { purpose, durable = true }: { purpose: string; durable?: boolean },
): Promise<SealedWriter> {
  const { header, key } = await vault.create(purpose)
  const file = await open(path, 'wx', 0o600)
  let [index, used, position, written] = [0, 0, 0, HEADER_BYTES]
  const chunk = Buffer.alloc(CHUNK_BYTES)
  await file.write(header)

  const seal = async (isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++, isLast)).setAAD(header)
    const sealed = Buffer.concat([
      cipher.update(chunk.subarray(0, used)),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    await file.writeFile(sealed)
    written += sealed.length
    used = 0
  }
  return {
    position: () => position,
    async write(bytes) {
      position += bytes.length
      for (let from = 0; from < bytes.length;) {
        // A full chunk waits for the next byte, because the last chunk is sealed differently.
        if (used === CHUNK_BYTES) await seal(false)
        const part = bytes.subarray(from, from + CHUNK_BYTES - used)
        chunk.set(part, used)
        used += part.length
        from += part.length
      }
    },
    async finish() {
      await seal(true)
      if (durable) await file.sync()
      await file.close()
      return written
    },
    abort: () => file.close(),
  }
}

/**
 * Opens an encrypted file and checks its first and last bytes. Throws a `BackupError` if it is cut or extended, or another
 * key, format, or purpose made it.
 */
export async function openSealed(path: string, vault: Vault, purpose: string): Promise<SealedReader> {
  const file = await openFile(path)
  try {
    const { size: fileBytes } = await file.stat()
    const header = Buffer.alloc(HEADER_BYTES)
    const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0)
    const fileKey = await vault.open(header.subarray(0, bytesRead), purpose)
    const chunks = chunksOf(fileBytes)
    if (chunks < 1 || fileBytes < HEADER_BYTES + (chunks - 1) * SEALED_BYTES + TAG_BYTES)
      throw new BackupError('It was cut off, or bytes were added at its end.')
    const sealed = { file, chunks, fileKey }
    await readChunk(sealed, chunks - 1)
    return {
      size: sealedSize(fileBytes),
      async *read(start, length) {
        const end = start + length
        for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES < end; index++) {
          const offset = index * CHUNK_BYTES
          const chunk = await readChunk(sealed, index)
          yield chunk.subarray(Math.max(0, start - offset), end - offset)
        }
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Opens a file for reading. Throws a `BackupError` if there is none. */
export async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError('It is missing.') : error
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new BackupError('It is a folder; give the path of a backup in it.')
}

const chunksOf = (fileBytes: number) => Math.ceil((fileBytes - HEADER_BYTES) / SEALED_BYTES)

/** How many bytes are in an encrypted file of this size. */
export const sealedSize = (fileBytes: number): number =>
  fileBytes - HEADER_BYTES - chunksOf(fileBytes) * TAG_BYTES

interface Sealed {
  file: FileHandle
  chunks: number
  fileKey: FileKey
}

async function readChunk({ file, chunks, fileKey: { key, header } }: Sealed, index: number): Promise<Buffer> {
  const isLast = index === chunks - 1
  const sealed = Buffer.allocUnsafe(SEALED_BYTES)
  const { bytesRead } = await file.read(sealed, 0, SEALED_BYTES, HEADER_BYTES + index * SEALED_BYTES)
  if (bytesRead < TAG_BYTES) throw new BackupError('It was cut off.')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(header)
  decipher.setAuthTag(sealed.subarray(bytesRead - TAG_BYTES, bytesRead))
  const chunk = decipher.update(sealed.subarray(0, bytesRead - TAG_BYTES))
  try {
    decipher.final()
    return chunk
  } catch {
    throw new BackupError(
      isLast
        ? 'It was cut off or extended, or its last bytes are damaged.'
        : `It is damaged near byte ${HEADER_BYTES + index * SEALED_BYTES}.`,
    )
  }
}
