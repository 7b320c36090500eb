import { execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A program that a test has started. */
export interface Service {
  /** What it has printed. */
  printed(): string
  stop(): Promise<void>
}

/** Starts a program and waits until `isReady`. Throws with its output if it ends or is not ready in time. */
export async function startService(
  [program = '', ...args]: readonly string[],
  isReady: () => Promise<boolean>,
  { maxStartMs = 10_000, ...options }: SpawnOptions & { maxStartMs?: number } = {},
): Promise<Service> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close')
  const giveUpAt = performance.now() + maxStartMs
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGTERM')
      await ended
      throw new Error(`${program} did not start:\n${output.slice(-4000)}`)
    }
    await wait(50)
  }
  return {
    printed: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The ids of a user of this machine, for programs that refuse to run as root. */
export function userOf(name: string): { uid: number; gid: number } {
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
