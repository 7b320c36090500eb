import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Owner } from './owner.ts'
import { pathFromInside } from './settings.ts'

/** The parts of `postmaster.pid` that we read. */
export interface PidFile {
  pid: number
  port: number
  /** Empty if it listens on a port only. */
  socketFolder: string
  ready: boolean
}

/** Reads `postmaster.pid`; undefined if there is none. A server that died may have left it. */
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
 * Starts PostgreSQL in a session of its own. So Ctrl+C in the terminal reaches only the shop, which answers its last
 * requests before it stops the database.
 */
export function spawnPostgres(
  folder: string,
  program: string,
  options: { owner: Owner; settings: Record<string, string>; logFile: string },
): ChildProcess {
  const log = openSync(options.logFile, 'a')
  const child = spawn(program, postgresArguments(folder, options.settings), {
    ...options.owner,
    cwd: folder,
    env: {},
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.on('error', () => {}) // if it cannot be run at all, `isRunning` is false
  closeSync(log)
  return child
}

/** The command line of PostgreSQL without the program. */
export const postgresArguments = (folder: string, settings: Record<string, string>): string[] => [
  '-D',
  pathFromInside(folder),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** Whether the program has not ended yet. */
export const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

/** Resolves with true as soon as the server accepts connections, or with false if it ends first. */
export async function waitUntilReady(folder: string, child: ChildProcess): Promise<boolean> {
  while (isRunning(child)) {
    const found = readPidFile(folder)
    if (found?.ready && found.pid === child.pid) return true
    await wait(10)
  }
  return false
}

/**
 * Stops the PostgreSQL that a killed shop left running on this folder, if there is one. The next one waits for its end, and
 * recovers faster than this one writes its whole cache.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const pid = readPidFile(folder)?.pid
  if (pid !== undefined) await stopPostgres(pid, () => isPostgresOf(folder, pid), orphanEscalation)
}

/**
 * Stops a PostgreSQL and resolves when it has ended. A fast shutdown comes first, then an immediate one, then SIGKILL; no
 * committed data is lost.
 */
export async function stopPostgres(
  pid: number,
  isAlive: () => boolean,
  steps: Escalation = escalation,
): Promise<void> {
  for (const [signal, timeoutMs] of steps) {
    if (!isAlive()) return
    sendSignal(pid, signal)
    for (const end = Date.now() + timeoutMs; isAlive() && Date.now() < end;) await wait(10)
  }
}

type Escalation = readonly (readonly [signal: NodeJS.Signals, timeoutMs: number])[]

const escalation: Escalation = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]
const orphanEscalation: Escalation = [
  ['SIGINT', 1_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 5_000],
]

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended by itself.
  }
}

/**
 * Removes the pid files of a server that died without cleaning up. If another process has its pid now, PostgreSQL would
 * believe that the server still runs. The caller must hold the lock of the data folder.
 */
export function removeStalePidFiles(folder: string): void {
  const pid = readPidFile(folder)?.pid
  if (pid !== undefined && isPostgresOf(folder, pid)) return
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(folder, name), { force: true })
}

/** Whether that process is alive and is the PostgreSQL of this folder. Another process may have its pid by now. */
export function isPostgresOf(folder: string, pid: number): boolean {
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
