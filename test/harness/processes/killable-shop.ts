import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '#test/project-files.ts'

/** A shop in its own processes. */
export interface KillableShop {
  /** Its address when it is open. Rejects with its output if it exits first. */
  opened: Promise<string>
  /** Its output so far. */
  printed(): string
  /** Sends SIGKILL to Node alone, which orphans PostgreSQL, or to all processes. Resolves when it is dead. */
  kill(what: 'node' | 'everything'): Promise<void>
  /** Sends SIGTERM and resolves with its exit code. */
  stop(): Promise<number | null>
  /** Its exit code when it has ended. */
  ended: Promise<number | null>
  signal(name: NodeJS.Signals): void
  pid: number
}

/** A shop whose first output says where it is open. */
export const startShopProcess = (
  dataDir: string,
  env: Record<string, string> = {},
  program = 'server/main.ts',
) =>
  spawn(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Starts `server/main.ts`, or another program of the server, on a data folder. */
export function startKillable(
  dataDir: string,
  env: Record<string, string> = {},
  program = 'server/main.ts',
): KillableShop {
  const shop = startShopProcess(dataDir, env, program)
  let printed = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed += text))
  const ended = once(shop, 'close').then(() => shop.exitCode)
  const pid = shop.pid ?? 0

  const open = async () => {
    for (;;) {
      const [, address] = /open at (\S+)/.exec(printed) ?? []
      if (address) return address
      if (shop.exitCode !== null || shop.signalCode !== null) throw new Error(`The shop ended:\n${printed}`)
      await wait(10)
    }
  }
  const opened = open()
  opened.catch(() => {}) // tests that kill the shop do not wait for it

  return {
    opened,
    printed: () => printed,
    async kill(what) {
      for (const victim of what === 'node' ? [pid] : treeOf(pid)) {
        try {
          process.kill(victim, 'SIGKILL')
        } catch {
          // It has just exited.
        }
      }
      await ended
    },
    async stop() {
      shop.kill('SIGTERM')
      return ended
    },
    ended,
    signal: (name) => void shop.kill(name),
    pid,
  }
}

/** A process and its current descendants. */
function treeOf(pid: number): number[] {
  const all = listProcesses()
  const below = (parent: number): number[] =>
    all.filter(({ parent: its }) => its === parent).flatMap((child) => [child.pid, ...below(child.pid)])
  return [pid, ...below(pid)]
}

/** The children of a process, oldest first. */
export const childrenOf = (pid: number) =>
  listProcesses()
    .filter(({ parent }) => parent === pid)
    .toSorted((a, b) => a.pid - b.pid)

/** A process that has exited stays listed until its parent reaps it. */
export const isRunning = (pid: number) =>
  listProcesses().some((one) => one.pid === pid && !one.command.includes('<defunct>'))

function listProcesses(): { pid: number; parent: number; command: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
  })
}
