import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openUploadsBucket, openUploadsFolder } from '../platform/storage/open-storage.ts'
import type { Storage, StoredFile } from '../platform/storage/storage.ts'
import { StartError } from '../start-error.ts'
import { megabytes, print, runCommand } from './command.ts'

const usage = `Usage: npm run uploads:move -- --to s3|folder
Copies all uploaded images from the folder in DATA_DIR to the bucket of the S3_* settings, or back, and compares hashes.
Deletes nothing, and continues after an interruption. The shop may run.`

const CONCURRENCY = 8
const PROGRESS_INTERVAL_MS = 2000

function readTarget(): 's3' | 'folder' | 'help' {
  try {
    const { to, help } = parseArgs({
      options: { to: { type: 'string' }, help: { type: 'boolean', default: false } },
    }).values
    if (help) return 'help'
    if (to === 's3' || to === 'folder') return to
  } catch {}
  throw new StartError(usage)
}

async function main(): Promise<void> {
  const to = readTarget()
  if (to === 'help') return print(usage)
  const { dataDir, uploadsBucket } = readConfig()
  if (!uploadsBucket) throw new StartError('Set S3_BUCKET and the other S3_* settings of the bucket.')
  const [folder, bucket] = [openUploadsFolder(dataDir), openUploadsBucket(uploadsBucket)]
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder]
  const files = await filesOf(source)
  const there = await filesOf(target)
  print(
    `${files.size} images (${megabytes(bytesOf(files))}) are to be in the ${to === 's3' ? 'bucket' : 'folder'}.`,
  )

  let [done, copied, reported] = [0, 0, performance.now()]
  let stopped = false
  const queue = files.values()
  const move = async (file: StoredFile) => {
    if (await moveFile(file, source, target, there.get(file.name))) copied++
    done++
    if (performance.now() - reported < PROGRESS_INTERVAL_MS) return
    reported = performance.now()
    print(`${done} of ${files.size}, ${copied} of them copied`)
  }
  const work = async () => {
    for (const file of queue) {
      if (stopped) return
      await move(file).catch((error: unknown) => {
        stopped = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))

  const moved = new Map([...(await filesOf(target))].filter(([name]) => files.has(name)))
  if (moved.size !== files.size || bytesOf(moved) !== bytesOf(files))
    throw new StartError('The two sides differ, because images came or went: run the command again.')
  print(`Copied ${copied} images; the SHA-256 of all ${files.size} is the same on both sides.`)
  print(`Both sides: ${moved.size} images, ${bytesOf(moved)} bytes. Nothing was deleted.`)
}

/** Copies a file unless it is there already, and compares what is there then. Returns whether it copied. */
async function moveFile(
  { name }: StoredFile,
  source: Storage,
  target: Storage,
  there: StoredFile | undefined,
): Promise<boolean> {
  const bytes = await source.get(name)
  // Housekeeping has just removed it.
  if (!bytes) return false
  const isThere = async () => {
    const found = await target.get(name)
    return found !== undefined && sha256(found) === sha256(bytes)
  }
  if (there?.bytes === bytes.length && (await isThere())) return false
  await target.put(name, bytes)
  if (await isThere()) return true
  throw new StartError(`The image ${name} is not the same after it was copied. Run the command again.`)
}

async function filesOf(storage: Storage): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>()
  for await (const file of storage.list()) if (/^[0-9a-f]{20}[.-]/.test(file.name)) files.set(file.name, file)
  return files
}

const bytesOf = (files: ReadonlyMap<string, StoredFile>) =>
  [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

await runCommand(main)
