import { StartError } from '#server/start-error.ts'
import { digestOf, openZip, type Digest, type ZipReader } from '#server/platform/zip.ts'
import {
  contentHash,
  fileLine,
  filePath,
  formatVersion,
  manifest,
  tablePath,
  type FileLine,
  type Manifest,
} from './manifest.ts'

/** An archive whose content fits its hashes. */
export interface Archive {
  manifest: Manifest
  files: readonly FileLine[]
  /** The rows of a table as JSON texts, in batches. */
  readRows(table: string): AsyncGenerator<string[]>
  readFile(name: string): Promise<Buffer>
  close(): void
}

const MAX_BYTES_IN_MEMORY = 50_000_000
/** Rows inserted at once. */
const BATCH_SIZE = 1000

/** Opens an archive and reads all of it once. Throws a `StartError` if anything is damaged, missing or from elsewhere. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path).catch((error: Error) => {
    throw damaged(error.message)
  })
  try {
    const found = await readManifest(zip)
    const files = await verify(zip, found)
    return {
      manifest: found,
      files,
      readRows: (table) => inBatches(zip.read(tablePath(table))),
      readFile: (name) => readAll(zip, filePath(name)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error instanceof StartError ? error : damaged((error as Error).message)
  }
}

const damaged = (reason: string) => new StartError(`This archive is damaged or incomplete: ${reason}.`)

async function readManifest(zip: ZipReader): Promise<Manifest> {
  if (!zip.names.includes('manifest.json')) {
    throw new StartError('This is not an archive of a shop: it has no manifest.json.')
  }
  const json: unknown = JSON.parse((await readAll(zip, 'manifest.json')).toString())
  const { format, version } = json as { format?: unknown; version?: unknown }
  if (format === 'haat-export' && typeof version === 'number' && version !== formatVersion) {
    throw new StartError(
      `This archive has version ${version} of the format, and this shop reads version ${formatVersion}.`,
    )
  }
  const result = manifest.safeParse(json)
  if (!result.success) throw damaged('manifest.json is not valid')
  if (result.data.contentHash !== contentHash(result.data)) throw damaged('manifest.json contradicts itself')
  return result.data
}

/** For what fits into memory: the manifest and single files. */
async function readAll(zip: ZipReader, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of zip.read(name)) {
    bytes += chunk.length
    if (bytes > MAX_BYTES_IN_MEMORY) throw damaged(`${name} is too large`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function verify(zip: ZipReader, { tables, files }: Manifest): Promise<FileLine[]> {
  await digestOf(zip.read('README.md'))
  for (const { name, rows, ...digest } of tables) {
    let lines = 0
    const found = await digestOf(zip.read(tablePath(name)), (chunk) => (lines += countLines(chunk)))
    requireSame(tablePath(name), found, digest)
    if (lines !== rows) throw damaged(`${tablePath(name)} has ${lines} rows instead of ${rows}`)
  }
  requireSame('files.jsonl', await digestOf(zip.read('files.jsonl')), files)
  const list: FileLine[] = []
  for await (const lines of inBatches(zip.read('files.jsonl'))) {
    list.push(...lines.map((line) => fileLine.parse(JSON.parse(line))))
  }
  for (const { name, ...digest } of list) {
    requireSame(filePath(name), await digestOf(zip.read(filePath(name))), digest)
  }
  return list
}

function requireSame(name: string, found: Digest, expected: Digest): void {
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
    throw damaged(`${name} is not as it was written`)
  }
}

const NEWLINE = 10

function countLines(chunk: Uint8Array): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++
  return count
}

/** Splits chunks into lines. Each line ends with a line break. */
async function* inBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let batch: string[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    batch.push(...lines)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
