import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#server/platform/storage/storage.ts'
import { writeBackup } from './archive/backup-file.ts'
import type { Manifest } from './archive/manifest.ts'
import type { Vault } from './archive/vault.ts'
import { unprovedPath } from './backup-folder.ts'
import { saveTables } from './contents/save-tables.ts'
import { withSession } from './contents/session.ts'
import { saveUploads } from './contents/uploads.ts'

export interface BackupSource {
  /** Of the database. */
  url: string
  dataDir: string
  /** The uploads. */
  storage: Storage
}

/** Of one backup. */
interface Made {
  path: string
  /** The size of its file, without the uploads. */
  bytes: number
  manifest: Manifest
}

/**
 * Writes a backup of the database as it is at one moment, and stores the uploads that the folder does not have yet. The
 * shop goes on working. The file is complete but not proved.
 */
export async function makeBackup(
  { url, dataDir, storage }: BackupSource,
  { folder, vault }: { folder: string; vault: Vault },
): Promise<Made> {
  const path = unprovedPath(folder, new Date())
  const writer = await writeBackup(path, vault)
  try {
    const { uploads: listed, ...saved } = await withSession(url, (client) => saveTables(client, writer))
    const uploads = await saveUploads(listed, { folder, vault }, { storage, writer })
    const manifest = { ...saved, uploads, authSecret: await readAuthSecret(dataDir) }
    return { path, bytes: await writer.finish(manifest), manifest }
  } catch (error) {
    await writer.abort()
    await rm(path, { force: true })
    throw error
  }
}

/** Null if the shop gets its secret as a setting. */
const readAuthSecret = (dataDir: string): Promise<string | null> =>
  readFile(join(dataDir, 'auth-secret'), 'utf8').catch(() => null)
