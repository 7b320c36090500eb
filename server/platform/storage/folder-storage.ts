import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireStorageName, type Storage } from './storage.ts'

/** Stores files in one folder. The first file creates it if it is missing. */
export function folderStorage(folder: string): Storage {
  let created: Promise<unknown> | undefined
  const create = () => (created ??= mkdir(folder, { recursive: true }))

  const pathOf = (name: string) => {
    requireStorageName(name)
    return join(folder, name)
  }

  return {
    folder,
    async put(name, bytes) {
      const path = pathOf(name)
      await create()
      // Valid names never start with a dot, so an unfinished file cannot be read.
      const unfinished = join(folder, `.${name}.${randomBytes(6).toString('hex')}.part`)
      try {
        const file = await open(unfinished, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async get(name) {
      return readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },

    stat: async (name) => statOf(name, pathOf(name)),

    async *list() {
      for (const name of await namesIn(folder)) {
        const file = name.startsWith('.') ? undefined : await statOf(name, join(folder, name))
        if (file) yield file
      }
    },

    async exists(name) {
      return access(pathOf(name)).then(
        () => true,
        () => false,
      )
    },
  }
}

/** Undefined if the file is gone. */
const statOf = (name: string, path: string) =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ name, bytes: size, modifiedAt: mtimeMs }),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )

/** Deletes unfinished files of killed processes that are older than `ageMs`, and returns their number. */
export async function removeUnfinished(folder: string, ageMs: number): Promise<number> {
  const names = await namesIn(folder)
  let count = 0
  for (const name of names.filter((unfinished) => /^\..*\.part$/.test(unfinished))) {
    const path = join(folder, name)
    // A missing file was finished and renamed.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs > Date.now() - ageMs) continue
    await rm(path, { force: true })
    count++
  }
  return count
}

/** A missing folder has no files. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

// Makes the rename durable. Windows cannot open folders and does not need it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
