import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runningUrl } from '#server/db/embedded/address.ts'
import { databaseName } from '#server/db/embedded/start.ts'
import { createDatabase, runOn } from '#test/harness/app/database-server.ts'
import { root } from '#test/project-files.ts'
import { freePort } from '#test/harness/app/free-port.ts'

export interface Shop {
  /** Without a trailing slash. */
  url: string
  /** The URL of its database, for steps that no page can do. */
  databaseUrl: string
  /** Stops the process and starts another with the same data and address, as an update does. */
  restart(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts the shop as `npm start` does, with its own data and the demo catalog, and waits until it is ready. With
 * DATABASE_URL it uses a new database on that server. Rejects with the log if it exits or is not ready within two
 * minutes. `settings` are environment variables.
 */
export async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-e2e-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const server = process.env['DATABASE_URL']
  const given = server && (await createDatabase(server, 'haat_e2e'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    BACKUP_KEY: 'a passphrase that is long enough',
    BACKUP_TIME: 'off',
    WEBHOOKS_ALLOW_PRIVATE: '1',
    ...settings,
    ...(given && { DATABASE_URL: given }),
  }
  let log = ''
  const launch = () => {
    const launched = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [launched.stdout, launched.stderr])
      stream.setEncoding('utf8').on('data', (text) => (log += text))
    return launched
  }
  let shop = launch()

  async function exit() {
    // After a restart `shop` is another process.
    const leaving = shop
    if (leaving.exitCode !== null || leaving.signalCode !== null) return
    const exited = once(leaving, 'exit')
    leaving.kill('SIGTERM')
    const late = setTimeout(() => leaving.kill('SIGKILL'), 15_000)
    await exited
    clearTimeout(late)
  }

  async function stop() {
    await exit()
    if (given) await runOn(server, `drop database ${new URL(given).pathname.slice(1)} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }

  async function becomeReady() {
    for (let left = 600; !(await isReady(url)); left--) {
      if (left > 0 && shop.exitCode === null) await wait(200)
      else {
        await stop()
        throw new Error(`The shop did not become ready:\n${log}`)
      }
    }
  }
  await becomeReady()

  async function restart() {
    await exit()
    shop = launch()
    await becomeReady()
  }
  return { url, databaseUrl: given ?? runningUrl(dataDir, databaseName) ?? '', restart, stop }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  return answer?.ok ?? false
}
