import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Places, ProxyFile } from './proxy-files.ts'

const MAX_START_MS = 10_000

/** A proxy that runs. */
export interface RunningProxy {
  /** What it has printed. */
  printed(): string
  stop(): Promise<void>
}

/** Starts a proxy with its file of `deploy/`, and waits until it accepts connections. */
export async function startProxy(program: string, file: ProxyFile, places: Places): Promise<RunningProxy> {
  const { run } = file.write(places)
  const proxy = spawn(program, run, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: places.folder },
  })
  let output = ''
  for (const stream of [proxy.stdout, proxy.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(proxy, 'close')
  const giveUpAt = performance.now() + MAX_START_MS
  while (!(await accepts(places.port))) {
    if (proxy.exitCode !== null || performance.now() > giveUpAt) {
      proxy.kill('SIGKILL')
      throw new Error(`${file.name} did not start:\n${output}`)
    }
    await wait(20)
  }
  return {
    printed: () => output,
    async stop() {
      proxy.kill('SIGTERM')
      await ended
    },
  }
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
