import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { poolSize } from '#server/db/connections.ts'
import type { Shutdown } from '#server/shutdown.ts'
import { gatherCounts } from './gather.ts'
import type { Order, Report } from './messages.ts'
import { pauseAfter } from './pause.ts'

/** Milliseconds in which the processes have to end when they are told to; then they are killed. */
const patience = 15_000
/** One that ran for so long (ms) was well. */
const wellAfter = 10_000

interface Deps {
  databaseUrl: string
  log: Logger
  shutdown: Shutdown
}

/**
 * Starts so many processes on the one port, the first of which keeps the schedules, and another one for each that ends.
 * Answers the address once all are open; never where the first does not open: then it has said why, and the shutdown begins.
 */
export async function startProcesses(count: number, { databaseUrl, log, shutdown }: Deps): Promise<string> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)) })
  const { promise: opened, resolve } = Promise.withResolvers<string>()
  const connections = poolSize(count)
  const counts = gatherCounts()
  const open = new Set<number>()
  const firstOpen = Promise.withResolvers<void>()
  let stopping = false

  const run = (place: number, failures: number) => {
    if (stopping) return
    const began = performance.now()
    const worker = cluster.fork()
    const keeper = place === 0
    worker.on('message', (report: Report) => {
      const task = { databaseUrl, connections, keeper }
      // The others load their code meanwhile, and find a shop that is furnished.
      if (report.kind === 'here')
        void (keeper ? Promise.resolve() : firstOpen.promise).then(() =>
          order(worker, { kind: 'serve', task }),
        )
      else if (report.kind === 'open') welcome(place, report.address)
      else counts.hear(worker, report)
    })
    // A message that cannot be sent any more is for one that is ending.
    worker.on('error', () => {})
    const hangUp = rememberHandedOver(worker)
    worker.once('exit', (code, signal) => {
      hangUp()
      if (stopping) return
      // With 0 it ends only because somebody has asked all of them to.
      if (open.size === 0) return void shutdown.begin(code === 0 ? 0 : 1)
      const failed = performance.now() - began > wellAfter ? 0 : failures + 1
      const pause = pauseAfter(failed)
      log.warn({ ended: worker.process.pid, code, signal, pause }, 'a process ended: another one is started')
      setTimeout(run, pause, place, failed)
    })
  }
  const welcome = (place: number, address: string) => {
    open.add(place)
    firstOpen.resolve()
    if (open.size === count) resolve(address)
  }

  shutdown.add(async () => {
    stopping = true
    await stopAll()
  }, patience + 2000)
  for (let place = 0; place < count; place++) run(place, 0)
  return opened
}

/**
 * A connection that is handed to a process in the moment of its death is answered by nobody, and Node would keep it open
 * (24.21): whoever waits at it would wait for ever. Answers what closes the latest; on one that arrived it does nothing.
 */
function rememberHandedOver({ process: child }: Worker): () => void {
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  let latest: { close?: () => void } | undefined
  child.send = (...given: unknown[]) => {
    if (given[1] instanceof Object) latest = given[1]
    return send(...given)
  }
  return () => latest?.close?.()
}

const order = (worker: Worker, message: Order) => {
  if (worker.isConnected()) worker.send(message)
}

async function stopAll(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const ended = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
  for (const worker of workers) order(worker, { kind: 'stop' })
  await Promise.race([Promise.all(ended), wait(patience)])
  for (const worker of workers) worker.process.kill('SIGKILL')
}
