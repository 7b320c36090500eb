import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/** Another process has the data folder: a shop that runs, or one that is just starting. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse'
}

/**
 * Takes the data folder for this process alone, or throws `DataDirInUse` that names the process that has it.
 * Node has no flock; SQLite takes the operating system's lock on a file for us, on every platform. The kernel drops it
 * with the process, however that ends, so a lock is never stale. Answers a function that gives the folder back, which may be called again.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true })
  const pidFile = join(dataDir, 'haat.pid')
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    await wait(100) // whoever was faster by a moment has written its pid by then
    throw new DataDirInUse(
      `The data folder ${dataDir} is in use by ${holder(pidFile)}: stop it first, or set DATA_DIR.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => {
    if (!lock.isOpen) return
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

const sqliteBusy = 5

function holder(pidFile: string): string {
  try {
    return `process ${readFileSync(pidFile, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}
