import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { smallRedis } from './small-redis.ts'
import { freePort } from '../app/free-port.ts'

/** A Redis with a password on this machine that a test can stop and pause. */
export interface RedisServer {
  url: string
  password: string
  /** Whether it is the real Redis rather than our replacement. */
  real: boolean
  /** Accepts connections without answering, until resumed. */
  hang(): void
  goOn(): void
  /** Stops at once and loses its counts. */
  kill(): Promise<void>
  start(): Promise<void>
}

const password = 'a-secret-of-redis'

/** Whether `redis-server` is on the path. */
const redisIsInstalled = () => spawnSync('redis-server', ['--version']).status === 0

/** Starts the installed Redis on a free port, or a small replacement that speaks the part that the shop uses. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const redis = redisIsInstalled() ? installedRedis(port) : smallRedis(port, password)
  await redis.start()
  return { ...redis, url: `redis://:${password}@127.0.0.1:${port}`, password }
}

function installedRedis(port: number): Omit<RedisServer, 'url' | 'password'> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--requirepass', password]
  let child: ReturnType<typeof spawn> | undefined
  return {
    real: true,
    async start() {
      child = spawn('redis-server', settings, { stdio: 'ignore' })
      while (!(await answers(port))) await wait(20)
    },
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async kill() {
      const ended = child && child.exitCode === null && child.signalCode === null && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
    },
  }
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
