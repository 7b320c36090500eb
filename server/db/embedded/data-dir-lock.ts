import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

/** Another process holds the data folder: a running shop, or one that is starting. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse'
}

/**
 * Locks the data folder for this process, or throws `DataDirInUse`, which names the holder. Returns a function that unlocks.
 * Node has no flock, so SQLite takes the operating system's file lock on every platform. The kernel releases it when the
 * process ends, however it ends, so a lock is never stale.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true })
  const pidFile = join(dataDir, 'haat.pid')
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    await wait(100) // the other process needs a moment to write its pid
    throw new DataDirInUse(
      `The data folder ${dataDir} is in use by ${describeHolder(pidFile)}: stop it first, or set DATA_DIR.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => {
    if (!lock.isOpen) return
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

const SQLITE_BUSY = 5

function describeHolder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}
