import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { smallRedis } from './small-redis.ts'

/** A Redis on this machine that asks for a password, and what can happen to it. */
export interface RedisServer {
  url: string
  password: string
  /** Whether it is Redis itself, and not what stands in for it where that is not installed. */
  real: boolean
  /** Takes connections and answers nothing, until it goes on. */
  hang(): void
  goOn(): void
  /** Ends at once; what was counted is lost. */
  kill(): Promise<void>
  start(): Promise<void>
}

const password = 'a-secret-of-redis'

/** Whether there is a `redis-server` on the path. */
const redisIsInstalled = () => spawnSync('redis-server', ['--version']).status === 0

/** Starts the installed Redis on a free port or, without one, a small server that speaks as much of it as the shop asks. */
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
