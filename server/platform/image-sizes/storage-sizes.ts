import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderStorage } from '../storage/folder-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { startSizeMaker, type SizeMaker } from './size-maker.ts'

/**
 * Makes sizes of the images of a storage. The process that decodes images has no access to a bucket: it works in a temporary
 * folder, and this one stores what it has made.
 */
export async function openSizeMaker(storage: Storage): Promise<SizeMaker> {
  if (storage.folder !== undefined) return startSizeMaker(storage.folder)
  const folder = await mkdtemp(join(tmpdir(), 'haat-sizes-'))
  const files = folderStorage(folder)
  const maker = startSizeMaker(folder)
  return {
    ...maker,
    async make(file) {
      const master = await storage.get(file)
      if (!master) return
      await files.put(file, master)
      try {
        await maker.make(file)
        for await (const { name } of files.list()) {
          const bytes = name === file ? undefined : await files.get(name)
          if (bytes) await storage.put(name, bytes)
        }
      } finally {
        for await (const { name } of files.list()) await files.remove(name)
      }
    },
    close() {
      maker.close()
      void rm(folder, { recursive: true, force: true })
    },
  }
}
