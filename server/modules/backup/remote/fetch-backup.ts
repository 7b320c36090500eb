import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { limitConcurrency } from '#server/platform/concurrency.ts'
import { openRemoteFolder, type RemoteSettings } from '#server/platform/remote-folder/open-remote-folder.ts'
import type { RemoteFolder } from '#server/platform/remote-folder/remote-folder.ts'
import { BackupError } from '../archive/backup-error.ts'
import { readBackup } from '../archive/backup-file.ts'
import type { Vault } from '../archive/vault.ts'
import { EXTENSION, madeAtOf, vaultOf } from '../backup-folder.ts'
import { listUploads, pathOf } from '../contents/uploads.ts'

const CONCURRENCY = 8

interface FetchOptions {
  remote: RemoteSettings
  passphrase: string
  /** An empty folder of this machine. */
  folder: string
}

/**
 * Copies a backup with its images to this machine and returns its path. The address is that of the backup, or of its folder,
 * whose newest it is. Throws a `BackupError` without one.
 */
export async function fetchBackup(
  address: string,
  { remote: settings, passphrase, folder }: FetchOptions,
): Promise<string> {
  const [, parent = address, named] = /^([^?]*)\/([^/?]+\.haatbackup)$/.exec(address) ?? []
  const remote = await openRemoteFolder(parent, settings)
  try {
    const name = named ?? (await findNewest(remote))
    const path = join(folder, name)
    if (!(await remote.get(name, path))) throw new BackupError(`There is no ${name} in ${remote.label}.`)
    await fetchUploads(remote, path, await vaultOf(path, passphrase))
    return path
  } finally {
    remote.close()
  }
}

async function findNewest(remote: RemoteFolder): Promise<string> {
  const names: string[] = []
  for await (const { path } of remote.list())
    if (path.endsWith(EXTENSION) && madeAtOf(path) !== undefined) names.push(path)
  const newest = names.sort().at(-1)
  if (newest === undefined) throw new BackupError(`There is no backup in ${remote.label}.`)
  return newest
}

/** The restore names an image that is missing or damaged. */
async function fetchUploads(remote: RemoteFolder, path: string, vault: Vault): Promise<void> {
  const backup = await readBackup(path, vault)
  const slots = limitConcurrency(CONCURRENCY)
  try {
    const fetching: Promise<unknown>[] = []
    for await (const { file } of listUploads(backup)) {
      const name = (await pathOf(vault, file)).replaceAll('\\', '/')
      const to = join(dirname(path), name)
      await mkdir(dirname(to), { recursive: true })
      fetching.push(slots.run(() => remote.get(name, to)))
    }
    await Promise.all(fetching)
  } finally {
    await backup.close()
  }
}
