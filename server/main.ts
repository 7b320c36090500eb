import { readConfig, settingsHelp } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { connectionsOf, poolSize } from './db/connections.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { loadServe } from './load-serve.ts'
import { openLog } from './log.ts'
import { keepTickShape } from './platform/tick-shape.ts'
import { shutdownOnSignal, type Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

const say = (sentence: string) => console.log(sentence)

/** From nothing to an open shop. Whatever is opened here is closed, the last first, when the process is told to stop. */
async function openShop(shutdown: Shutdown): Promise<void> {
  keepTickShape()
  const config = prepareDataDir(readConfig())
  const { webConcurrency: processes } = config
  const log = openLog(config.logLevel, { shared: processes > 1 })
  let isOpen = false

  const database = await openDatabase(
    config,
    (sentence) => (isOpen ? log.warn(sentence) : say(sentence)),
    connectionsOf(processes),
  )
  shutdown.add(database.stop, 30_000)
  await migrate(database.url)

  const openAlone = async () => {
    const { serve } = await loadServe()
    const { url: databaseUrl } = database
    return serve({ config, databaseUrl, log, shutdown, say, connections: poolSize(1), keeper: true })
  }
  const openTogether = async () => {
    const { startProcesses } = await import('./processes/parent.ts')
    return startProcesses(processes, { databaseUrl: database.url, log, shutdown })
  }
  const address = await (processes === 1 ? openAlone() : openTogether())
  isOpen = true
  say(`The shop is open at ${address} (Ctrl+C stops it)`)
}

if (process.argv.includes('--help')) {
  say(settingsHelp)
} else {
  const shutdown = shutdownOnSignal()
  await openShop(shutdown).catch(async (error: unknown) => {
    // While stopping, what was still starting fails for lack of a database: that is no news.
    if (!shutdown.started) console.error(error instanceof StartError ? error.message : error)
    await shutdown.begin(1)
  })
}
