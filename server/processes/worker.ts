// The program of each worker process; parent.ts starts it.
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { loadServe } from '#server/load-serve.ts'
import { flushLog, openLog } from '#server/log.ts'
import { shutdownOnSignal } from '#server/shutdown.ts'
import { StartError } from '#server/start-error.ts'
import type { ParentMessage, WorkerTask } from './messages.ts'
import { sendToParent, workerMetrics } from './worker-metrics.ts'

const shutdown = shutdownOnSignal()
const config = prepareDataDir(readConfig())
const log = openLog(config.logLevel, { shared: true })
shutdown.drainWith(() => flushLog(log))
const workers = workerMetrics()
const loading = loadServe()

async function open(task: WorkerTask): Promise<void> {
  const serve = await loading
  const print = (sentence: string) => console.log(sentence)
  const address = await serve({ ...task, config, log, shutdown, print, workers })
  // The parent prints the address as the last line of the start.
  await flushLog(log)
  sendToParent({ kind: 'open', address })
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'ping') sendToParent({ kind: 'pong' })
  if (message.kind === 'stop') void shutdown.begin(0)
  if (message.kind !== 'serve') return
  open(message.task).catch(async (error: unknown) => {
    if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
    await shutdown.begin(1)
  })
})
sendToParent({ kind: 'ready' })
