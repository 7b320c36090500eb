// The shop of `npm run dev`, in a process that main.ts replaces after each change.
import { readConfig } from '#server/config.ts'
import { prepareDataDir } from '#server/data-dir.ts'
import { migrate } from '#server/db/migrate.ts'
import { poolSize } from '#server/db/pool-size.ts'
import { loadServe } from '#server/load-serve.ts'
import { openLog } from '#server/log.ts'
import { shutdownOnSignal } from '#server/shutdown.ts'
import { StartError } from '#server/start-error.ts'
import type { ServerTask } from './main.ts'

const shutdown = shutdownOnSignal()
const config = prepareDataDir(readConfig())
const log = openLog(config.logLevel)
const print = (sentence: string) => console.log(sentence)
// Vite and the shop's code load while main.ts opens the database.
const loadPages = async () => (await import('./vite-pages.ts')).vitePages(config.dataDir)
const loading = Promise.all([loadServe(), loadPages()])

async function open({ databaseUrl }: ServerTask): Promise<void> {
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
    development,
  })
  print(`The shop is open at ${address} (development; Ctrl+C stops it)`)
  // Transforms the modules of the pages before the first visit; an error appears again on that visit.
  await development.load().catch(() => {})
}

async function fail(error: unknown): Promise<void> {
  if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
  await shutdown.begin(1)
}

loading.catch(fail)
process.on('message', (task: ServerTask) => void open(task).catch(fail))
process.once('disconnect', () => void shutdown.begin(0))
