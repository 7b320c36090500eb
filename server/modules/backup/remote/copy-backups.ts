import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StorageUnavailable } from '#server/platform/storage/storage.ts'
import type { RemoteFolder } from '#server/platform/remote-folder/remote-folder.ts'
import { BackupError } from '../archive/backup-error.ts'
import { listBackups, madeAtOf } from '../backup-folder.ts'
import { chooseExpired } from '../retention.rules.ts'

const ATTEMPTS = 3
const PAUSE_MS = 5000
/** A bucket may also have the images of the shop itself, below a prefix of the same name. */
const UPLOAD = /^uploads\/[0-9a-f]{2}\/[0-9a-f]{64}$/

/**
 * Copies the backups of a folder that the remote one does not have, images first, and deletes there what the retention rules no
 * longer keep. An attempt continues where the last one ended. Throws a `BackupError`.
 */
export async function copyBackups(folder: string, openRemote: () => Promise<RemoteFolder>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      const remote = await openRemote()
      try {
        return await copyOnce(folder, remote)
      } finally {
        remote.close()
      }
    } catch (error) {
      if (tried < ATTEMPTS) await wait(PAUSE_MS)
      else {
        const reason = error instanceof StorageUnavailable ? error.reason : (error as Error).message
        throw new BackupError(
          `It was made and checked, and is in ${folder}, but it was not copied. ${reason}`,
        )
      }
    }
  }
}

async function copyOnce(folder: string, remote: RemoteFolder): Promise<void> {
  const there = new Map<string, number>()
  for await (const { path, bytes } of remote.list()) there.set(path, bytes)
  const uploads = await listUploadFiles(folder)
  const backups = await listBackups(folder)
  // A backup appears when its images are there.
  for (const path of [...uploads, ...backups]) {
    const { size } = await stat(join(folder, path))
    if (there.get(path) !== size) await remote.put(path, join(folder, path))
  }
  await prune(remote, { there: [...there.keys()], uploads, backups })
}

/** A new machine has few backups at first, so each side follows the rules for itself. */
async function prune(
  remote: RemoteFolder,
  { there, uploads, backups }: { there: string[]; uploads: string[]; backups: string[] },
): Promise<void> {
  const all = [...new Set([...there, ...backups])].filter((path) => madeAtOf(path) !== undefined)
  const moments = new Map(all.map((path) => [madeAtOf(path)?.getTime() ?? 0, path]))
  const expired = new Set(chooseExpired([...moments.keys()]).map((moment) => moments.get(moment)))
  for (const path of there) if (expired.has(path)) await remote.remove(path)
  // Only this machine knows which images its backups need.
  if (all.some((path) => !expired.has(path) && !backups.includes(path))) return
  const used = new Set(uploads)
  for (const path of there) if (UPLOAD.test(path) && !used.has(path)) await remote.remove(path)
}

async function listUploadFiles(folder: string): Promise<string[]> {
  const paths = await readdir(join(folder, 'uploads'), { recursive: true }).catch(() => [])
  return paths.map((path) => `uploads/${path.replaceAll('\\', '/')}`).filter((path) => UPLOAD.test(path))
}
