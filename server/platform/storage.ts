import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Where files are kept, by a flat name. A name once written keeps its content: the names are made from content hashes. */
export interface Storage {
  /** Stores the bytes: after it returns they survive a power failure, and before it nobody sees half of them. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** Nothing happens where there is none. */
  remove(name: string): Promise<void>
}

/** Keeps files in one folder, which is made where it is missing. */
export function folderStorage(folder: string): Storage {
  const ready = mkdir(folder, { recursive: true })
  // Until somebody waits for it a failure must not count as unhandled.
  ready.catch(() => {})

  const pathOf = (name: string) => {
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name))
      throw new Error(`Not a file name to store under: ${name}`)
    return join(folder, name)
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await ready
      // The leading dot keeps an unfinished file out of reach of every valid name.
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

    async exists(name) {
      return access(pathOf(name)).then(
        () => true,
        () => false,
      )
    },
  }
}

/** The names of all finished files. */
export async function listFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.filter((name) => !name.startsWith('.'))
}

/** When the latest of these files was written, in ms since 1970; one that is not there does not count. */
export async function youngest(folder: string, names: readonly string[]): Promise<number> {
  const times = names.map((name) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(0, ...(await Promise.all(times)))
}

/** Removes what a killed process left half written more than `age` ms ago; answers how many files that were. */
export async function removeUnfinished(folder: string, age: number): Promise<number> {
  const names = await namesIn(folder)
  let count = 0
  for (const name of names.filter((unfinished) => /^\..*\.part$/.test(unfinished))) {
    const path = join(folder, name)
    // One that is finished meanwhile is gone under this name.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs > Date.now() - age) continue
    await rm(path, { force: true })
    count++
  }
  return count
}

/** None where there is no folder yet. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

// The rename itself is in the folder's own data. Windows cannot open a folder, and needs no such call.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
