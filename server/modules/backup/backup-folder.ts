import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BackupError } from './archive/backup-error.ts'
import { readBackup, type BackupReader } from './archive/backup-file.ts'
import { openFile } from './archive/sealed-file.ts'
import { HEADER_BYTES, openVault, saltOf, type Vault } from './archive/vault.ts'
import { listUploads, pathOf } from './contents/uploads.ts'
import { chooseExpired } from './retention.rules.ts'

export const EXTENSION = '.haatbackup'
/** A backup that is not proved yet. */
const UNPROVED = '.unproved'

const nameOf = (madeAt: Date) => `${madeAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}${EXTENSION}`

/** The moment in a file name such as 20261123T031200Z.haatbackup. */
export function madeAtOf(name: string): Date | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.haatbackup$/.exec(name) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The proved backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => madeAtOf(name) !== undefined).toSorted()
}

/** The path of a backup, given its own path or that of its folder, whose newest it is. Throws a `BackupError` without one. */
export async function findBackup(path: string): Promise<string> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true
  if (!isFolder) return path
  const newest = (await listBackups(path)).at(-1)
  if (newest === undefined) throw new BackupError('The folder has no backup.')
  return join(path, newest)
}

/** Creates the folder if needed and returns the keys with which its files were made. Removes unfinished backups. */
export async function openFolder(folder: string, passphrase: string): Promise<Vault> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) if (name.endsWith(UNPROVED)) await rm(join(folder, name))
  const newest = (await listBackups(folder)).at(-1)
  if (newest === undefined) return openVault(passphrase)
  const vault = await vaultOf(join(folder, newest), passphrase)
  // With another key the uploads are stored again, and the older backups stay readable with theirs.
  return (await opensWith(vault, join(folder, newest))) ? vault : openVault(passphrase)
}

async function opensWith(vault: Vault, path: string): Promise<boolean> {
  try {
    await (await readBackup(path, vault)).close()
    return true
  } catch (error) {
    if (error instanceof BackupError) return false
    throw error
  }
}

/** The keys of a backup. */
export async function vaultOf(path: string, passphrase: string): Promise<Vault> {
  const file = await openFile(path)
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    await file.read(header, 0, HEADER_BYTES, 0)
    return openVault(passphrase, Buffer.from(saltOf(header)))
  } finally {
    await file.close()
  }
}

/** Where a new backup is written until it is proved. */
export const unprovedPath = (folder: string, madeAt: Date) => join(folder, nameOf(madeAt) + UNPROVED)

/** Gives a proved backup its final name, and returns its path. */
export async function acceptBackup(unproved: string): Promise<string> {
  const path = unproved.slice(0, -UNPROVED.length)
  await rename(unproved, path)
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return path
}

/**
 * Deletes the backups that the retention rules no longer keep, and the uploads that only they had. Returns the names of
 * the deleted backups.
 */
export async function pruneFolder(folder: string, vault: Vault): Promise<string[]> {
  const names = await listBackups(folder)
  const moments = new Map(names.map((name) => [madeAtOf(name)?.getTime() ?? 0, name]))
  const expired = chooseExpired([...moments.keys()]).map((moment) => moments.get(moment) ?? '')
  for (const name of expired) await rm(join(folder, name))
  if (expired.length > 0) await removeUnusedUploads(folder, vault)
  return expired
}

async function removeUnusedUploads(folder: string, vault: Vault): Promise<void> {
  const used = new Set<string>()
  for (const name of await listBackups(folder)) {
    let backup: BackupReader
    try {
      backup = await readBackup(join(folder, name), vault)
    } catch (error) {
      // Nobody knows which uploads a backup with another key needs.
      if (error instanceof BackupError) return
      throw error
    }
    try {
      for await (const { file } of listUploads(backup)) used.add(basename(await pathOf(vault, file)))
    } finally {
      await backup.close()
    }
  }
  const stored = await readdir(join(folder, 'uploads'), { recursive: true }).catch(() => [])
  for (const path of stored) {
    const name = basename(path)
    if (name.length > 2 && !used.has(name)) await rm(join(folder, 'uploads', path), { force: true })
  }
}
