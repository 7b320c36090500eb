import { createHash } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/platform/storage/storage.ts'
import { BackupError } from '../archive/backup-error.ts'
import type { BackupReader, BackupWriter } from '../archive/backup-file.ts'
import type { Manifest } from '../archive/manifest.ts'
import { openSealed, sealedSize, sealFile } from '../archive/sealed-file.ts'
import type { Vault } from '../archive/vault.ts'
import type { Upload } from './save-tables.ts'

/** The uploads of all backups of a folder, each encrypted in a file of its own. */
export interface UploadStore {
  /** The folder of the backups. */
  folder: string
  vault: Vault
}

const purposeOf = (file: string) => `upload ${file}`

/** Where an upload is stored below the folder of the backups. The name hides the content; equal files have one. */
export async function pathOf(vault: Vault, file: string): Promise<string> {
  const name = await vault.hiddenName(file)
  return join('uploads', name.slice(0, 2), name)
}

/** An upload's name begins with the hash of its content; see `platform/images.ts`. */
function hasItsName(file: string, bytes: Buffer): boolean {
  const hash = /^([0-9a-f]{20})\./.exec(file)?.[1]
  return hash === undefined || createHash('sha256').update(bytes).digest('hex').startsWith(hash)
}

/** Stores the uploads that no earlier backup has stored, and lists all in the backup. */
export async function saveUploads(
  uploads: readonly Upload[],
  { folder, vault }: UploadStore,
  { storage, writer }: { storage: Storage; writer: BackupWriter },
): Promise<Manifest['uploads']> {
  const missing: string[] = []
  const lines: string[] = []
  for (const { file, orphaned } of uploads) {
    const size = await saveUpload(file, { folder, vault }, storage)
    if (size !== undefined) lines.push(`${file} ${size}\n`)
    else if (!orphaned) missing.push(file)
  }
  const section = await writer.add(asBytes(lines))
  return { ...section, files: lines.length, missing }
}

async function* asBytes(lines: readonly string[]) {
  for (const line of lines) yield Buffer.from(line)
}

/** Returns the size of the upload in bytes, or undefined if the shop does not have it. */
async function saveUpload(file: string, store: UploadStore, storage: Storage): Promise<number | undefined> {
  const path = join(store.folder, await pathOf(store.vault, file))
  const stored = await stat(path).catch(() => undefined)
  if (stored) return sealedSize(stored.size)
  const bytes = await storage.get(file)
  // A file whose bytes are not those of its name is as good as lost.
  if (bytes === undefined || !hasItsName(file, bytes)) return undefined
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  // The proof reads each upload, so a file that a power failure has cut is found and stored again.
  const writer = await sealFile(unfinished, store.vault, { purpose: purposeOf(file), durable: false })
  await writer.write(bytes)
  await writer.finish()
  await rename(unfinished, path)
  return bytes.length
}

/** The names of the uploads of a backup, with their sizes in bytes. */
export async function* listUploads({ manifest, read }: BackupReader) {
  for await (const line of createInterface({
    input: Readable.from(read(manifest.uploads), { objectMode: false }),
  })) {
    const [file = '', size = ''] = line.split(' ')
    yield { file, size: Number(size) }
  }
}

/**
 * Decrypts every upload of a backup and hands its bytes to `use`. Throws a `BackupError` that names the first that is
 * missing or damaged.
 */
export async function readUploads(
  backup: BackupReader,
  { folder, vault }: UploadStore,
  use: (file: string, bytes: Buffer) => Promise<unknown> = async () => {},
): Promise<void> {
  for await (const { file, size } of listUploads(backup)) {
    const path = join(folder, await pathOf(vault, file))
    const bytes = await readUpload(path, file, vault).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      throw new DamagedUpload(
        `The image ${file} of the backup (${path}) cannot be read. ${error.message}`,
        path,
      )
    })
    if (bytes.length !== size || !hasItsName(file, bytes))
      throw new DamagedUpload(
        `The image ${file} of the backup (${path}) is not the one that was saved.`,
        path,
      )
    await use(file, bytes)
  }
}

/** An upload of a backup is missing or damaged. */
export class DamagedUpload extends BackupError {
  /** Of the encrypted file. */
  readonly path: string
  constructor(message: string, path: string) {
    super(message)
    this.path = path
  }
}

async function readUpload(path: string, file: string, vault: Vault): Promise<Buffer> {
  const sealed = await openSealed(path, vault, purposeOf(file))
  try {
    return await buffer(sealed.read(0, sealed.size))
  } finally {
    await sealed.close()
  }
}
