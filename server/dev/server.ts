// The shop of `npm run dev`, in a process that main.ts replaces after each change.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { migrate } from '#server/db/migrate.ts'
import { poolSize } from '#server/db/connect.ts'
import { loadServe } from '#server/load-serve.ts'
import { flushLog, openLog } from '#server/log.ts'
import { shutdownOnSignal } from '#server/shutdown.ts'
import { StartError } from '#server/start-error.ts'
import type { PortRequest, ServerTask } from './main.ts'

const shutdown = shutdownOnSignal()
const config = prepareDataDir(readConfig())
const log = openLog(config.logLevel)
const print = (sentence: string) => console.log(sentence)
// Vite and the shop's code load while main.ts opens the database.
const loadPages = async () => {
  const pages = (await import('./vite-pages.ts')).vitePages(config.dataDir)
  // Transforms the modules of the pages before the first visit; an error appears again on that visit.
  pages.load().catch(() => {})
  return pages
}
const loading = Promise.all([loadServe(), loadPages()])

/** The stand-in of main.ts listens on the port until the shop is ready. */
async function takePort(): Promise<void> {
  const freed = once(process, 'message')
  process.send?.('port' satisfies PortRequest)
  await freed
}

async function open(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl)
  const [serve, development] = await loading
  const connections = poolSize(1)
  const address = await serve({
    config,
    databaseUrl,
    log,
    shutdown,
    print,
    connections,
    leader: true,
    holder: randomUUID(),
    development,
    beforeListening: takePort,
  })
  await flushLog(log)
  print(`The shop is open at ${address} (development; Ctrl+C stops it)`)
}

async function fail(error: unknown): Promise<void> {
  if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
  await shutdown.begin(1)
}

loading.catch(fail)
process.on('message', (task: ServerTask) => {
  if (task.kind === 'open') open(task.databaseUrl).catch(fail)
})
process.once('disconnect', () => void shutdown.begin(0))
if (!process.connected) void shutdown.begin(0)
