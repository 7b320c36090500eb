import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { folderStorage, removeUnfinished } from './folder-storage.ts'
import type { Storage } from './storage.ts'

const HOUR_MS = 3_600_000

/**
 * Keeps copies of read and stored files in a folder of this machine, so that a popular image costs no call and is shown while
 * the storage is away. The oldest copies go when there are more than `maxBytes`.
 */
export function cachedStorage(storage: Storage, folder: string, maxBytes: number): Storage {
  const copies = folderStorage(folder)
  // A killed process may have left a full folder.
  let written = maxBytes
  let trimming: Promise<void> | undefined

  const keep = (name: string, bytes: Uint8Array) => {
    written += bytes.length
    // A full disk costs calls, not images.
    void copies.put(name, bytes).catch(() => {})
    if (written < maxBytes / 10 || trimming) return
    written = 0
    trimming = trim(folder, maxBytes)
      .catch(() => {})
      .finally(() => (trimming = undefined))
  }

  return {
    ...storage,
    async put(name, bytes) {
      await storage.put(name, bytes)
      keep(name, bytes)
    },
    async get(name) {
      const copy = await copies.get(name).catch(() => undefined)
      // A power failure may have emptied a copy.
      if (copy?.length) return copy
      const bytes = await storage.get(name)
      if (bytes) keep(name, bytes)
      return bytes
    },
    async remove(name) {
      await copies.remove(name)
      await storage.remove(name)
    },
  }
}

async function trim(folder: string, maxBytes: number): Promise<void> {
  await removeUnfinished(folder, HOUR_MS)
  const files: { path: string; size: number; mtimeMs: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found) files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
  }
  let total = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= maxBytes * 0.9) return
    await rm(path, { force: true })
    total -= size
  }
}
