import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Owner } from './embedded-owner.ts'
import { nameFromInside } from './embedded-settings.ts'

/** What a running PostgreSQL writes about itself into its folder. */
export interface PidFile {
  pid: number
  port: number
  /** Empty when it listens on a port alone. */
  socketFolder: string
  ready: boolean
}

/** Reads `postmaster.pid`; undefined when there is none. It may be left from a server that has died. */
export function readPidFile(folder: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, , , port, socketFolder = '', , , status] = lines
    return { pid: Number(pid), port: Number(port), socketFolder, ready: status?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Starts PostgreSQL on its folder, in a session of its own: Ctrl+C in the terminal reaches the shop alone, which
 * answers its last requests before it stops the database.
 */
export function spawnPostgres(
  folder: string,
  program: string,
  options: { owner: Owner; settings: Record<string, string>; logFile: string },
): ChildProcess {
  const log = openSync(options.logFile, 'a')
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(program, ['-D', nameFromInside(folder), ...settings], {
    ...options.owner,
    cwd: folder,
    env: {},
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.on('error', () => {}) // it could not be run at all; shows as not running
  closeSync(log)
  return child
}

/** True until the program has ended. */
export const runs = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

/** Resolves with true when the server accepts connections, with false when it ended instead. */
export async function becomesReady(folder: string, child: ChildProcess): Promise<boolean> {
  while (runs(child)) {
    const found = readPidFile(folder)
    if (found?.ready && found.pid === child.pid) return true
    await wait(10)
  }
  return false
}

/** Stops the PostgreSQL that a shop which was killed has left running on this folder, if there is one. */
export async function stopOrphan(folder: string): Promise<void> {
  const pid = readPidFile(folder)?.pid
  if (pid !== undefined) await stopPostgres(pid, () => isPostgresOf(folder, pid))
}

/**
 * Stops a PostgreSQL and resolves when it is gone: at first it disconnects everyone and saves, then it just ends
 * (nothing committed is lost), then it is killed.
 */
export async function stopPostgres(pid: number, isAlive: () => boolean): Promise<void> {
  for (const [signal, limit] of escalation) {
    if (!isAlive()) return
    sendSignal(pid, signal)
    for (const end = Date.now() + limit; isAlive() && Date.now() < end;) await wait(10)
  }
}

const escalation = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in this moment.
  }
}

/**
 * Forgets a server that has died without cleaning up. The system may have given its number to some other process since,
 * which would make PostgreSQL believe that it still runs. Only for whoever holds the lock of the data folder.
 */
export function forgetDeadServer(folder: string): void {
  const pid = readPidFile(folder)?.pid
  if (pid !== undefined && isPostgresOf(folder, pid)) return
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, name), { force: true })
}

/** True when that process lives and is the PostgreSQL of this folder: its number may belong to another one by now. */
function isPostgresOf(folder: string, pid: number): boolean {
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`))
      return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    }
    if (process.platform === 'win32') return process.kill(pid, 0)
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}
