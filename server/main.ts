import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig, settingsHelp } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { connect } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { listen } from './listen.ts'
import { openLog } from './log.ts'
import { keepTickShape } from './platform/tick-shape.ts'
import { shutdownOnSignal, type Shutdown } from './shutdown.ts'
import { StartError } from './start-error.ts'

const say = (sentence: string) => console.log(sentence)

const sayPassword = (email: string, password: string) =>
  say(`Sign in as ${email} with the password ${password} (shown this once; you will be asked to change it)`)

/** From nothing to an open shop. Whatever is opened here is closed, the last first, when the process is told to stop. */
async function openShop(shutdown: Shutdown): Promise<void> {
  keepTickShape()
  const config = prepareDataDir(readConfig())
  const log = openLog(config.logLevel)
  let isOpen = false

  const database = await openDatabase(config, (sentence) => (isOpen ? log.warn(sentence) : say(sentence)))
  shutdown.add(database.stop, 30_000)
  await migrate(database.url)
  const db = connect(database.url)
  shutdown.add(() => db.destroy())

  // Most of the code is loaded only now: a start that is refused is refused at once.
  enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/haat'))
  const { ensureFirstAdmin } = await import('./modules/identity/index.ts')
  const { startHousekeeping } = await import('./housekeeping.ts')
  const { startMailer } = await import('./modules/mail/index.ts')
  const { loadDemoIfEmpty } = await import('../demo/load.ts')
  const { buildApp } = await import('./app.ts')

  const admin = { configId: 1, email: config.adminEmail, password: config.adminPassword }
  await ensureFirstAdmin(db, admin, sayPassword)
  if (await loadDemoIfEmpty(db, config)) say('The demo catalogue is in the shop')

  const app = await buildApp({ config, db, databaseUrl: database.url, log })
  shutdown.add(() => app.close(), 10_000)
  const address = await listen(app, config)
  isOpen = true
  const housekeeping = startHousekeeping(db, config.dataDir, log)
  shutdown.add(housekeeping.stop)
  if (config.smtpUrl) {
    const { smtpUrl, mailFrom: from } = config
    const mailer = await startMailer({ databaseUrl: database.url, smtpUrl, from, log })
    shutdown.add(mailer.stop, 10_000)
  }
  if (config.rateLimits === 'off') log.warn('RATE_LIMITS is off: for load tests alone')
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
