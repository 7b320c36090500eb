import { randomUUID } from 'node:crypto'
import { readConfig, settingsHelp } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { connectionsOf, poolSize } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { loadServe } from './load-serve.ts'
import { flushLog, openLog } from './log.ts'
import { shutdownOnSignal, type Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

const print = (sentence: string) => console.log(sentence)

/** Opens the database and the shop. The shutdown closes them in reverse order. */
async function openShop(shutdown: Shutdown): Promise<void> {
  const config = prepareDataDir(readConfig())
  const { webConcurrency: processes } = config
  const log = openLog(config.logLevel, { shared: processes > 1 })
  shutdown.drainWith(() => flushLog(log))
  let isOpen = false

  // The code loads while the database starts.
  const loading = processes === 1 ? loadServe() : undefined
  loading?.catch(() => {})
  const database = await openDatabase(
    config,
    (sentence) => (isOpen ? log.warn(sentence) : print(sentence)),
    connectionsOf(processes),
  )
  shutdown.add(database.stop, 30_000)
  shutdown.onForced(() => database.pid !== undefined && process.kill(database.pid, 'SIGINT'))
  await migrate(database.url)

  const openAlone = async (serving: ReturnType<typeof loadServe>) => {
    const serve = await serving
    const { url: databaseUrl } = database
    return serve({
      config,
      databaseUrl,
      log,
      shutdown,
      print,
      connections: poolSize(1),
      leader: true,
      holder: randomUUID(),
    })
  }
  const openWorkers = async () => {
    const { startProcesses } = await import('./processes/parent.ts')
    return startProcesses(processes, { databaseUrl: database.url, drainMs: config.drainMs, log, shutdown })
  }
  const address = await (loading ? openAlone(loading) : openWorkers())
  isOpen = true
  // So that the address is the last line of the start.
  await flushLog(log)
  print(`The shop is open at ${address} (Ctrl+C stops it)`)
}

if (process.argv.includes('--help')) {
  print(settingsHelp)
} else {
  const shutdown = shutdownOnSignal()
  await openShop(shutdown).catch(async (error: unknown) => {
    // During a shutdown the rest of the start fails because the database is closed; that is expected.
    if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
    await shutdown.begin(1)
  })
}
