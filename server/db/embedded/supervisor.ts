import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import type { Owner } from './owner.ts'
import { adoptOrphan } from './adopt.ts'
import {
  isPostgresOf,
  isRunning,
  removeStalePidFiles,
  spawnPostgres,
  stopOrphan,
  stopPostgres,
  waitUntilReady,
} from './postgres-process.ts'

export interface Supervised {
  /** The pid of the PostgreSQL that runs now. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export interface SupervisorOptions {
  program: string
  owner: Owner
  settings: Record<string, string>
  logFile: string
  /** Of the database `postgres`. */
  url: string
  /** Gets one sentence per event. */
  report: (sentence: string) => void
}

/** A PostgreSQL that this process has started or adopted. */
interface Running {
  pid: number
  isAlive(): boolean
}

/**
 * Starts PostgreSQL on the folder, or adopts that of a killed shop. Resolves when it accepts connections, and restarts it
 * whenever it dies. Throws a `StartError` with the end of its log if it does not start.
 */
export async function supervise(folder: string, options: SupervisorOptions): Promise<Supervised> {
  const { program, logFile, report } = options
  let running: Running | undefined
  let stopping = false

  const adopt = async () => {
    const pid = await adoptOrphan(folder, options)
    if (pid === undefined) return false
    running = { pid, isAlive: () => isPostgresOf(folder, pid) }
    // The system tells only the parent of a process when it ends.
    const watch = setInterval(() => {
      if (isPostgresOf(folder, pid)) return
      clearInterval(watch)
      if (!stopping) void restart()
    }, WATCH_MS).unref()
    return true
  }

  const start = async () => {
    rotateLog(logFile)
    const begin = performance.now()
    while (!stopping) {
      await stopOrphan(folder)
      removeStalePidFiles(folder)
      const logged = sizeOf(logFile)
      const child = spawnPostgres(folder, program, options)
      running = child.pid === undefined ? undefined : { pid: child.pid, isAlive: () => isRunning(child) }
      const slowStart = setTimeout(
        report,
        3000,
        'The database is still starting; it may be recovering from a crash',
      )
      const ready = await waitUntilReady(folder, child)
      clearTimeout(slowStart)
      if (ready) {
        child.once('exit', () => void restart())
        return
      }
      const reason = findFailure(logFile, logged)
      if (stopping) return
      if (performance.now() - begin > ORPHAN_TIMEOUT_MS || !isTemporary.test(reason))
        throw new StartError(`The database does not start: ${reason}`)
      await wait(300)
    }
  }

  const restart = async () => {
    for (let pause = 0; !stopping; pause = Math.min(pause * 2 + 1000, 10_000)) {
      report('The database ended unexpectedly. Restarting it.')
      await wait(pause)
      try {
        await start()
        if (!stopping) report('The database is back')
        return
      } catch (error) {
        report((error as Error).message)
      }
    }
  }

  // If this process ends without stopping the database, the database at least begins to stop.
  const stopAtExit = () => {
    if (running?.isAlive()) process.kill(running.pid, 'SIGINT')
  }
  process.once('exit', stopAtExit)
  const logTimer = setInterval(rotateLog, 3_600_000, logFile).unref()

  const stop = async () => {
    stopping = true
    clearInterval(logTimer)
    if (running) await stopPostgres(running.pid, running.isAlive)
    process.removeListener('exit', stopAtExit)
  }

  try {
    if (!(await adopt())) await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get pid() {
      return running?.pid
    },
    stop,
  }
}

/** How often an adopted PostgreSQL is looked at. */
const WATCH_MS = 250
/** A process of a killed server may still run a long statement. The start waits this long for it to end. */
const ORPHAN_TIMEOUT_MS = 30_000
const isTemporary = /lock file|still in use/

const MAX_LOG_BYTES = 5_000_000

/** Keeps the log and one older log. PostgreSQL keeps the file open, so it is emptied in place. */
function rotateLog(file: string): void {
  if (sizeOf(file) < MAX_LOG_BYTES) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** A process of the previous server writes this to the same log when it ends. */
const fromPreviousServer = /unexpected postmaster exit/

/** Finds why a server ended in what it logged since its start. */
function findFailure(logFile: string, since: number): string {
  const lines = readFileSync(logFile).subarray(since).toString().trimEnd().split('\n')
  const own = lines.filter((line) => !fromPreviousServer.test(line))
  return own.findLast((line) => /FATAL|PANIC/.test(line)) ?? own.at(-1) ?? ''
}
