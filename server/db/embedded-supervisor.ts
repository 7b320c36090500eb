import type { ChildProcess } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../start-error.ts'
import type { Owner } from './embedded-owner.ts'
import {
  becomesReady,
  forgetDeadServer,
  runs,
  spawnPostgres,
  stopOrphan,
  stopPostgres,
} from './embedded-process.ts'

export interface Supervised {
  /** Of the PostgreSQL that runs now. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

export interface SupervisorOptions {
  program: string
  owner: Owner
  settings: Record<string, string>
  logFile: string
  /** Told in a sentence what happens. */
  say: (sentence: string) => void
}

/**
 * Starts PostgreSQL on the folder, resolves when it accepts connections, and starts it again whenever it dies.
 * Throws a `StartError` with the end of its log when it does not start.
 */
export async function supervise(folder: string, options: SupervisorOptions): Promise<Supervised> {
  const { program, logFile, say } = options
  let child: ChildProcess | undefined
  let stopping = false

  const start = async () => {
    limitLog(logFile)
    const begin = performance.now()
    while (!stopping) {
      await stopOrphan(folder)
      forgetDeadServer(folder)
      const logged = sizeOf(logFile)
      child = spawnPostgres(folder, program, options)
      const patience = setTimeout(
        say,
        3000,
        'The database takes its time, perhaps to recover from a sudden end',
      )
      const ready = await becomesReady(folder, child)
      clearTimeout(patience)
      if (ready) {
        child.once('exit', () => void startAgain())
        return
      }
      const reason = lastWords(logFile, logged)
      if (stopping) return
      if (performance.now() - begin > leftoverLimit || !passing.test(reason))
        throw new StartError(`The database does not start: ${reason}`)
      await wait(300)
    }
  }

  const startAgain = async () => {
    for (let pause = 0; !stopping; pause = Math.min(pause * 2 + 1000, 10_000)) {
      say('The database ended unexpectedly: starting it again')
      await wait(pause)
      try {
        await start()
        if (!stopping) say('The database is back')
        return
      } catch (error) {
        say((error as Error).message)
      }
    }
  }

  // Should this process end without stopping the database, let it at least begin to stop.
  const stopAtExit = () => child?.kill('SIGINT')
  process.once('exit', stopAtExit)
  const logTimer = setInterval(limitLog, 3_600_000, logFile).unref()

  const stop = async () => {
    stopping = true
    clearInterval(logTimer)
    const last = child
    if (last?.pid) await stopPostgres(last.pid, () => runs(last))
    process.removeListener('exit', stopAtExit)
  }

  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get pid() {
      return child?.pid
    },
    stop,
  }
}

/**
 * What is left of a server that was killed: a process in the middle of a long statement ends when that is done. So long
 * (ms) it is waited for.
 */
const leftoverLimit = 30_000
const passing = /lock file|still in use/

const logLimit = 5_000_000

/** Keeps the log and one before it. PostgreSQL holds the file open, so it is emptied in place. */
function limitLog(file: string): void {
  if (sizeOf(file) < logLimit) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** What a process of the server before says when it ends at last, in the same log. */
const farewell = /unexpected postmaster exit/

/** Why a server ended, from what it has logged since it was started. */
function lastWords(logFile: string, since: number): string {
  const lines = readFileSync(logFile).subarray(since).toString().trimEnd().split('\n')
  const own = lines.filter((line) => !farewell.test(line))
  return own.findLast((line) => /FATAL|PANIC/.test(line)) ?? own.at(-1) ?? ''
}
