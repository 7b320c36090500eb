import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runningUrl } from '#server/db/embedded/address.ts'
import { readPidFile } from '#server/db/embedded/postgres-process.ts'
import { startKillable, type KillableShop } from './harness/processes/killable-shop.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'haat-start-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** A shop on this file's data folder, without the demo. The tests build on each other. */
function start(env: Record<string, string> = {}): KillableShop {
  const shop = startKillable(dataDir, { DEMO: '0', ...env })
  onTestFinished(() => shop.kill('everything'))
  return shop
}

/** Entries are written within half a second. */
const LOG_FLUSHED_MS = 700

const isReady = async (address: string) =>
  (await fetch(`${address}/readyz`).catch(() => undefined))?.status === 200

test('--help lists the settings and exits with 0; on Linux all threads share one malloc arena', () => {
  const told = 'data:text/javascript,console.log(process.env.MALLOC_ARENA_MAX)'
  const { MALLOC_ARENA_MAX: _none, ...env } = process.env
  const command = ['--import', told, 'start.mjs', '--help']
  const help = execFileSync(process.execPath, command, { encoding: 'utf8', env })
  expect(help).toContain('DATABASE_URL')
  expect(help).toMatch(process.platform === 'linux' ? /^undefined\n1\n/ : /^undefined\n/)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535 (it is "eighty").\n'],
  [
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/shop' },
    /^The database shop at .* does not answer: .*\.\n$/,
  ],
])('with %o it says one sentence and ends with 1', (env, sentence) => {
  const all = { ...process.env, DATA_DIR: dataDir, ...env }
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env: all, encoding: 'utf8' })
  expect(stderr).toMatch(sentence)
  expect(status).toBe(1)
})

test('opens, prints the password once, and exits with 0 on SIGTERM', async () => {
  const first = start()
  const url = await first.opened
  expect(first.printed()).toMatch(/^Sign in as admin@example\.com with the password \S{23} /m)
  expect(first.printed()).toMatch(/\nThe shop is open at http\S+ .*\n$/)
  expect(await isReady(url)).toBe(true)
  first.signal('SIGINT')
  first.signal('SIGINT') // the same keystroke, forwarded by npm
  expect(await first.ended).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

  const second = start()
  await second.opened
  // A busy machine may log a warning before.
  expect(second.printed()).toMatch(/^Sign in as admin@example\.com\nThe shop is open at http/m)
  expect(second.printed()).not.toContain('password')
  expect(await second.stop()).toBe(0)
})

test.each(['1', '2'])('the address follows the log of the start, with %s processes', async (count) => {
  const shop = start({ LOG_LEVEL: 'info', WEB_CONCURRENCY: count })
  await shop.opened
  await wait(LOG_FLUSHED_MS)
  const lines = shop.printed().trim().split('\n')
  expect(lines.at(-1)).toMatch(/^The shop is open at http/)
  expect(lines.join('\n')).toContain('Server listening')
  expect(await shop.stop()).toBe(0)
})

test('refuses a second start at once and names the process', async () => {
  const first = start()
  await first.opened
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.printed()).toBe(
    `The data folder ${dataDir} is in use by process ${first.pid}: stop it first, or set DATA_DIR.\n`,
  )
  expect(await isReady(await first.opened)).toBe(true)
})

test('reports a taken port and stops the database', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const shop = start({ PORT: String(port) })
  expect(await shop.ended).toBe(1)
  expect(shop.printed()).toContain(`Port ${port} is in use by another program: set PORT to a free one.\n`)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('answers a running request before it exits', async () => {
  const shop = start()
  const address = await shop.opened
  const client = new pg.Client({ connectionString: runningUrl(dataDir, 'haat') })
  client.on('error', () => {}) // the shop may stop the database first
  await client.connect()
  await client.query('begin; lock table product')
  // Nothing has read this list before, so it is in no cache.
  const answer = fetch(`${address}/products?min=7`)
  await wait(200)
  shop.signal('SIGTERM')
  await wait(200)
  await client.query('commit')
  await client.end()
  expect((await answer).status).toBe(200)
  expect(await shop.ended).toBe(0)
})

test('recovers when PostgreSQL dies', async () => {
  const shop = start()
  const address = await shop.opened
  process.kill(readPidFile(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  for (let patience = 100; !shop.printed().includes('The database is back'); patience--) {
    expect(patience).toBeGreaterThan(0)
    await wait(100)
  }
  for (let patience = 100; !(await isReady(address)); patience--) {
    expect(patience).toBeGreaterThan(0)
    await wait(100)
  }
  expect(await shop.stop()).toBe(0)
})
