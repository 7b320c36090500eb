import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Stores files under flat names. A name never changes its content, because it contains the content hash. */
export interface Storage {
  /** Stores bytes atomically and durably: readers never see half a file, and it survives a power failure. */
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  /** Does nothing for an unknown name. */
  remove(name: string): Promise<void>
}

/** Stores files in one folder, which is created if missing. */
export function folderStorage(folder: string): Storage {
  const ready = mkdir(folder, { recursive: true })
  // The failure surfaces when `put` awaits it; until then it must not count as unhandled.
  ready.catch(() => {})

  const pathOf = (name: string) => {
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) throw new Error(`Invalid storage name: ${name}`)
    return join(folder, name)
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await ready
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

/** The latest modification time of these files, in ms since 1970. Missing files do not count. */
export async function latestModification(folder: string, names: readonly string[]): Promise<number> {
  const times = names.map((name) =>
    stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  )
  return Math.max(0, ...(await Promise.all(times)))
}

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
