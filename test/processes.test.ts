import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runningUrl } from '#server/db/embedded/address.ts'
import { childrenOf, isRunning, startKillable, type KillableShop } from './harness/processes/killable-shop.ts'
import { reachAll, type Reach } from './harness/processes/worker-connections.ts'
import { runOn } from './harness/app/database-server.ts'
import { startSmtpServer } from './harness/services/smtp-server.ts'

/** One shop in two processes, on one port and one embedded database. */
const dataDir = mkdtempSync(join(tmpdir(), 'haat-processes-'))
const smtp = await startSmtpServer()
const admin = { email: 'admin@example.com', password: 'a good one for tests' }

const start = (env: Record<string, string> = {}): KillableShop =>
  startKillable(dataDir, {
    DEMO: '0',
    WEB_CONCURRENCY: '2',
    ADMIN_PASSWORD: admin.password,
    SMTP_URL: smtp.url,
    ...env,
  })

let shop: KillableShop
let address: string
let both: Reach[]
beforeAll(async () => {
  shop = start()
  address = await shop.opened
  both = await reachAll(address, 2)
})
afterAll(async () => {
  await shop.kill('everything')
  await smtp.stop()
  rmSync(dataDir, { recursive: true })
})

const database = () => runningUrl(dataDir, 'haat') ?? ''
const servers = (pid: number) =>
  childrenOf(pid)
    .filter(({ command }) => command.includes('worker.ts'))
    .map(({ pid: child }) => child)

/** The first and the second of the two. */
function pair(): [Reach, Reach] {
  const [one, other] = both
  if (!one || !other) throw new Error('There are not two processes')
  return [one, other]
}

test('both processes accept a session that one opened, and a sign-out ends it for both', async () => {
  const [one, other] = pair()
  const signedIn = await one.post('/api/auth/login', admin)
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.cookies.join('; ')
  expect((await other.get('/api/account', cookie)).status).toBe(200)
  expect((await other.post('/api/auth/logout', {}, cookie)).status).toBe(200)
  const after = await Promise.all([one.get('/api/account', cookie), other.get('/api/account', cookie)])
  expect(after.map(({ status }) => status)).toEqual([401, 401])
  expect(new Set(after.map(({ process }) => process)).size).toBe(2)
})

test('both processes share login throttling', async () => {
  const [one, other] = pair()
  const wrong = { email: 'nobody@example.com', password: 'a wrong guess' }
  const statuses: number[] = []
  for (const process of [one, other, one, other, one, other])
    statuses.push((await process.post('/api/auth/login', wrong)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('a change makes the caches of both processes stale', async () => {
  const [one, other] = pair()
  const names = () => Promise.all([one, other].map(async (process) => (await process.get('/api/shop')).body))
  await names()
  await runOn(database(), `update shop set name = 'The second name' where config_id = 1`)
  await expect
    .poll(async () => (await names()).every((body) => body.includes('The second name')), { timeout: 20_000 })
    .toBe(true)
})

test('either process answers the metrics of both', async () => {
  for (const process of pair())
    expect((await process.get('/metrics')).body).toMatch(/^shop_processes 2$[^]+^database_reachable 1$/m)
})

test('a killed worker is replaced while the other answers, and jobs continue in one worker', async () => {
  const listeners = async () =>
    (await runOn(database(), `select from pg_stat_activity where application_name = 'haat email'`)).rowCount
  expect(await listeners()).toBe(1)
  const before = servers(shop.pid)
  expect(before).toHaveLength(2)
  const [first = 0] = before
  process.kill(first, 'SIGKILL')
  // Connections that the worker received while dying are closed, and none is left waiting.
  await expect.poll(() => isHealthy(), { timeout: 20_000 }).toBe(true)
  for (let n = 0; n < 4; n++) expect(await isHealthy()).toBe(true)
  await expect.poll(() => reachAll(address, 2).then(closeAll, () => 0), { timeout: 30_000 }).toBe(2)
  expect(servers(shop.pid)).not.toContain(first)
  expect(shop.printed()).toContain('a worker exited and is being replaced')

  await expect.poll(listeners, { timeout: 20_000 }).toBe(1)
  await runOn(
    database(),
    `insert into email (config_id, template, recipient, subject, body_text, body_html)
      select 1, 'test', 'person' || n || '@example.com', 'Hello', 'Hello', 'Hello' from generate_series(1, 20) n`,
  )
  await expect.poll(() => smtp.delivered.length, { timeout: 30_000 }).toBe(20)
  expect(new Set(smtp.delivered.flatMap(({ to }) => to)).size).toBe(20)
})

test('a worker that hangs is killed and replaced, and the other answers until then', async () => {
  const before = servers(shop.pid)
  const [, hanging = 0] = before
  process.kill(hanging, 'SIGSTOP')
  const stoppedAt = performance.now()
  // The hanging worker receives one connection and no other before it answers.
  const answered = await Promise.all(Array.from({ length: 6 }, () => isHealthy(AbortSignal.timeout(5000))))
  expect(answered.filter(Boolean).length).toBeGreaterThanOrEqual(5)
  await expect.poll(() => isRunning(hanging), { timeout: 40_000 }).toBe(false)
  console.log(`Killed ${((performance.now() - stoppedAt) / 1000).toFixed(1)} s after it had stopped`)
  await expect.poll(() => reachAll(address, 2).then(closeAll, () => 0), { timeout: 30_000 }).toBe(2)
  expect(servers(shop.pid)).toHaveLength(2)
  expect(servers(shop.pid)).not.toContain(hanging)
  expect(shop.printed()).toContain('a worker hangs and is being killed')
}, 90_000)

test('workers exit when the parent is killed, and the next start recovers', async () => {
  const left = servers(shop.pid)
  await shop.kill('node')
  await expect.poll(() => left.some(isRunning), { timeout: 20_000 }).toBe(false)
  shop = start()
  address = await shop.opened
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

test('SIGTERM ends all processes with 0, PostgreSQL last', async () => {
  const left = servers(shop.pid)
  expect(left).toHaveLength(2)
  // Like Ctrl+C in a terminal: a signal to all processes, and a second one to the parent from npm.
  for (const pid of [...left, shop.pid]) process.kill(pid, 'SIGINT')
  expect(await shop.stop()).toBe(0)
  expect(left.some(isRunning)).toBe(false)
  expect(shop.printed()).not.toContain('a worker exited')
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a taken port is reported in one sentence, and everything exits with 1', async () => {
  const stranger = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void stranger.close())
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  const refused = start({ PORT: String(port) })
  expect(await refused.ended).toBe(1)
  // A slow machine may also log that the database answers late.
  const said = refused.printed().replaceAll(/^\{"level":40.*\n/gm, '')
  expect(said).toBe(`Port ${port} is in use by another program: set PORT to a free one.\n`)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

const isHealthy = (signal?: AbortSignal) =>
  fetch(`${address}/healthz`, { headers: { connection: 'close' }, ...(signal && { signal }) }).then(
    ({ status }) => status === 200,
    () => false,
  )

function closeAll(reached: Reach[]): number {
  for (const one of reached) one.close()
  return reached.length
}
