import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '#contract/links.ts'
import { createDatabase, runOn, startTestServer } from './harness/app/database-server.ts'
import { startKillable, type KillableShop } from './harness/processes/killable-shop.ts'
import { reachAll, type Reach } from './harness/processes/worker-connections.ts'

/** Two hosts with data folders and ports of their own, on one database and one folder of uploads. */
const folder = mkdtempSync(join(tmpdir(), 'haat-hosts-'))
const admin = { email: 'admin@example.com', password: 'a good one for tests' }
const server = await startTestServer()
const databaseUrl = await createDatabase(server.serverUrl, server.template)

const startHost = (name: string): KillableShop => {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  symlinkSync(join(folder, 'uploads'), join(dataDir, 'uploads'))
  return startKillable(dataDir, {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'the same secret on both of the hosts',
    ADMIN_PASSWORD: admin.password,
    DEMO: name === 'a' ? '1' : '0',
  })
}

const hosts: KillableShop[] = []
let a: Reach
let b: Reach
beforeAll(async () => {
  mkdirSync(join(folder, 'uploads'))
  for (const name of ['a', 'b']) {
    const host = startHost(name)
    hosts.push(host)
    const [reach] = await reachAll(await host.opened, 1)
    if (name === 'a') a = reach as Reach
    else b = reach as Reach
  }
}, 120_000)
afterAll(async () => {
  for (const host of hosts) await host.kill('everything')
  await server.stop()
  rmSync(folder, { recursive: true })
})

const signIn = async () => (await a.post('/api/auth/login', admin)).cookies.join('; ')

/** Milliseconds until the page of host B shows the text. */
async function msUntilShown(path: string, text: string): Promise<number> {
  const begin = performance.now()
  await expect.poll(async () => (await b.get(path)).body, { interval: 10, timeout: 10_000 }).toContain(text)
  return performance.now() - begin
}

test('a price that staff change at one host is on the cached page of the other within a second', async () => {
  const { rows } = await runOn(
    databaseUrl,
    `select p.id from product p where status = 'live' and
      (select count(*) from variant v where v.config_id = p.config_id and v.product_id = p.id) = 1 order by id limit 1`,
  )
  const [{ id }] = rows as [{ id: number }]
  const page = links.product(id)
  const cookie = await signIn()
  const times: number[] = []
  for (const price of [4321, 5432, 6543]) {
    const shown = new Intl.NumberFormat('en-IN').format(price)
    const first = await b.get(page)
    expect(first.status).toBe(200)
    expect(first.body).not.toContain(shown)
    const { status } = await a.patch(`/api/admin/products/${id}`, { price }, cookie)
    expect(status).toBe(200)
    times.push(await msUntilShown(page, shown))
  }
  console.log(`The other host showed a new price after ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  expect(Math.min(...times)).toBeLessThan(1000)
})

test('a session of one host works at the other, and signing out at one ends it at both', async () => {
  const cookie = await signIn()
  expect((await b.get('/api/account', cookie)).status).toBe(200)
  expect((await a.post('/api/auth/logout', {}, cookie)).status).toBe(200)
  expect([
    (await a.get('/api/account', cookie)).status,
    (await b.get('/api/account', cookie)).status,
  ]).toEqual([401, 401])
})

test('both hosts count one limit', async () => {
  const wrong = { email: 'nobody@example.com', password: 'a wrong guess' }
  const statuses: number[] = []
  for (const host of [a, b, a, b, a, b]) statuses.push((await host.post('/api/auth/login', wrong)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('an upload of one host is served by the other', async () => {
  const { rows } = await runOn(databaseUrl, `select file from image order by file limit 1`)
  const [{ file }] = rows as [{ file: string }]
  expect((await b.get(`/uploads/${file}`)).status).toBe(200)
})

test('one host leads, and the other takes over at once when it stops', async () => {
  const leads = async (host: Reach) => /^job_leader 1$/m.test((await host.get('/metrics')).body)
  expect([await leads(a), await leads(b)]).toEqual([true, false])
  const [first] = hosts
  a.close()
  expect(await first?.stop()).toBe(0)
  const stoppedAt = performance.now()
  await expect.poll(() => leads(b), { interval: 50 }).toBe(true)
  expect(performance.now() - stoppedAt).toBeLessThan(4000)
})
