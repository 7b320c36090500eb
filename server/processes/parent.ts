import { randomUUID } from 'node:crypto'
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { poolSize } from '#server/db/connect.ts'
import type { Shutdown } from '#server/shutdown.ts'
import { collectMetrics } from './collect-metrics.ts'
import { heartbeat } from './heartbeat.ts'
import type { ParentMessage, WorkerMessage } from './messages.ts'

/** Workers that have not exited after this time, and the time that they serve on, are killed. */
const STOP_TIMEOUT_MS = 15_000
/** A worker that ran this long counts as healthy: its exit does not delay its replacement. */
const HEALTHY_AFTER_MS = 10_000
const MAX_RESTART_DELAY_MS = 30_000
const HEARTBEAT_MS = 1000

interface Deps {
  databaseUrl: string
  /** How long workers serve on after the message to stop, in milliseconds. */
  drainMs: number
  log: Logger
  shutdown: Shutdown
}

/**
 * Starts `count` workers on one port, kills workers that hang, and replaces workers that exit. The first worker is the leader.
 * Resolves with the address once all are open; if the leader cannot open, it prints the reason and the shutdown begins.
 */
export async function startProcesses(
  count: number,
  { databaseUrl, drainMs, log, shutdown }: Deps,
): Promise<string> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)) })
  const { promise: allOpen, resolve } = Promise.withResolvers<string>()
  const connections = poolSize(count)
  const holder = randomUUID()
  const metrics = collectMetrics()
  const open = new Set<number>()
  const leaderOpen = Promise.withResolvers<void>()
  let stopping = false

  const start = (place: number, failures: number) => {
    if (stopping) return
    const startTime = performance.now()
    const worker = cluster.fork()
    const leader = place === 0
    const heart = heartbeat(() => send(worker, { kind: 'ping' }))
    const beating = setInterval(() => {
      if (!heart.beat()) return
      log.error({ worker: worker.process.pid }, 'a worker hangs and is being killed')
      worker.process.kill('SIGKILL')
    }, HEARTBEAT_MS)
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') void assignTask(worker, leader)
      else if (message.kind === 'pong') heart.answered()
      else if (message.kind === 'open') {
        heart.opened()
        onOpen(place, message.address)
      } else metrics.receive(worker, message)
    })
    // Sending to a worker that is exiting fails, and needs no answer.
    worker.on('error', () => {})
    const closeLastConnection = trackLastConnection(worker)
    worker.once('exit', (code, signal) => {
      closeLastConnection()
      clearInterval(beating)
      if (stopping) return
      // Exit code 0 means that all workers received a signal to stop.
      if (open.size === 0) return void shutdown.begin(code === 0 ? 0 : 1)
      const failed = performance.now() - startTime > HEALTHY_AFTER_MS ? 0 : failures + 1
      const delayMs = restartDelayMs(failed)
      log.warn({ worker: worker.process.pid, code, signal, delayMs }, 'a worker exited and is being replaced')
      setTimeout(start, delayMs, place, failed)
    })
  }
  const assignTask = async (worker: Worker, leader: boolean) => {
    // The other workers load their code while the leader runs the bootstrap.
    if (!leader) await leaderOpen.promise
    send(worker, { kind: 'serve', task: { databaseUrl, connections, leader, holder } })
  }
  const onOpen = (place: number, address: string) => {
    open.add(place)
    leaderOpen.resolve()
    if (open.size === count) resolve(address)
  }

  shutdown.add(
    async () => {
      stopping = true
      await stopAll(drainMs + STOP_TIMEOUT_MS)
    },
    drainMs + STOP_TIMEOUT_MS + 2000,
  )
  for (let place = 0; place < count; place++) start(place, 0)
  return allOpen
}

/**
 * Milliseconds to wait before replacing a worker after `failures` in a row: 100, 100, then 1 s, 2 s, 4 s … up to 30 s.
 * During the first 100 ms a signal that reached all processes also reaches the parent.
 */
export const restartDelayMs = (failures: number) =>
  failures < 2 ? 100 : Math.min(MAX_RESTART_DELAY_MS, 1000 * 2 ** Math.min(failures - 2, 10))

/**
 * Node (24.21) leaks a connection that the parent hands to a worker at the moment of its death, so the client would wait
 * forever. The returned function closes the last connection; if the worker received it, that has no effect.
 */
function trackLastConnection({ process: child }: Worker): () => void {
  const originalSend = child.send.bind(child) as (...args: unknown[]) => boolean
  let last: { close?: () => void } | undefined
  child.send = (...args: unknown[]) => {
    if (args[1] instanceof Object) last = args[1]
    return originalSend(...args)
  }
  return () => last?.close?.()
}

const send = (worker: Worker, message: ParentMessage) => {
  if (worker.isConnected()) worker.send(message)
}

async function stopAll(timeoutMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
  for (const worker of workers) send(worker, { kind: 'stop' })
  await Promise.race([Promise.all(exits), wait(timeoutMs)])
  for (const worker of workers) worker.process.kill('SIGKILL')
}
