import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { getHealth } from '#contract/health/health.ts'
import { readConfig } from '#server/config.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newSoldOrder } from '#test/harness/data/sold-order.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { startDnsServer } from '#test/harness/services/dns-server.ts'
import { certificate, startHttpsServer } from '#test/harness/services/https-server.ts'
import { startSmtpServer } from '#test/harness/services/smtp-server.ts'
import { checkCertificate } from './certificate.ts'
import { checkClock, checkDatabase, judgeDatabase } from './database.queries.ts'
import { checkDisk } from './disk.ts'
import { checkMailServer } from './mail-server.ts'
import { checkSenderDomain } from './sender-domain.ts'
import { checkAddress, checkEnvironmentKeys, checkLimits, checkPaymentConnection } from './settings.rules.ts'
import { checkBackups, checkEmails, checkReconciliation } from './shop.queries.ts'

const { app, db, stop } = await testApp({ env: { PUBLIC_URL: 'http://localhost:8000' } })
afterAll(stop)
beforeEach(async () => {
  await sql`truncate email, backup, integrity_check`.execute(db)
})

const settings = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: '/var/lib/haat', ...env })
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

test('staff with the permission see all checks, each with a state and a sentence', async () => {
  const owner = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const { checks } = (await owner.send(getHealth)).answer.data
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({
    Address: 'ok',
    'Disk space': 'ok',
    Backups: 'warning',
    'Mail server': 'warning',
    'Rate limits': 'ok',
    Clock: 'ok',
    'Outgoing emails': 'ok',
    Reconciliation: 'ok',
  })
  for (const { finding } of checks) expect(finding).toMatch(/\.$/)
  const customer = await signedIn(app, (await newUser(db, {})).email)
  expect((await customer.send(getHealth)).status).toBe(403)
})

describe('settings', () => {
  it.each([
    ['warning', {}, /opens on this machine only/],
    ['problem', { PUBLIC_URL: 'http://shop.example.com' }, /unencrypted/],
    ['ok', { PUBLIC_URL: 'https://shop.example.com' }, /shop\.example\.com/],
  ])('judge the address: %s', (state, env, finding) => {
    expect(checkAddress(settings(env))).toMatchObject({ state, finding: expect.stringMatching(finding) })
  })

  const https = { PUBLIC_URL: 'https://shop.example.com' }
  it.each([
    ['problem', { RATE_LIMITS: 'off' }],
    ['warning', https],
    ['ok', { ...https, TRUST_PROXY: '1' }],
    ['ok', { ...https, HOST: '0.0.0.0' }],
    ['ok', {}],
  ])('judge rate limits: %s', (state, env: Record<string, string>) => {
    expect(checkLimits(settings(env)).state).toBe(state)
  })

  const webhook = { STRIPE_WEBHOOK_SECRET: 'whsec_12345678' }
  it.each([
    [undefined, {}],
    ['problem', webhook],
    ['problem', { STRIPE_SECRET_KEY: 'sk_live_1234' }],
    ['ok', { ...webhook, STRIPE_SECRET_KEY: 'sk_live_1234' }],
    ['unknown', { ...webhook, STRIPE_SECRET_KEY: 'sk_test_1234' }],
    ['warning', { ...https, ...webhook, STRIPE_SECRET_KEY: 'sk_test_1234' }],
  ])('judge the keys of the environment: %s', (state, env: Record<string, string>) => {
    expect(checkEnvironmentKeys(settings(env))?.state).toBe(state)
  })

  const stripe = { name: 'Stripe', mode: 'live', isReadable: true, isHeard: true } as const
  it.each([
    ['ok', {}, https, /^Stripe takes payments/],
    ['warning', { isHeard: false }, https, /^No message of Stripe has ever arrived/],
    ['warning', { mode: 'test' as const }, https, /^Stripe is in test mode/],
    ['unknown', { mode: 'test' as const }, {}, /^Stripe is in test mode/],
    ['problem', { isReadable: false }, {}, /secret has changed/],
  ])('judge a payment provider: %s', (state, facts, env, finding) => {
    expect(checkPaymentConnection({ ...stripe, ...facts }, settings(env))).toMatchObject({
      state,
      finding: expect.stringMatching(finding),
    })
  })
})

describe('the database', () => {
  const server = {
    version: '18.1',
    bytes: 5e9,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    used: 10,
    allowed: 100,
  }
  it.each([
    ['ok', {}, 1],
    ['warning', {}, 30],
    ['problem', { fsync: 'off' }, 1],
    ['problem', { synchronous_commit: 'off' }, 1],
    ['problem', { used: 95 }, 1],
  ])('is judged: %s with %o after %d ms', (state, found, answerMs) => {
    expect(judgeDatabase({ ...server, ...found }, answerMs).state).toBe(state)
  })

  it('is asked what it does', async () => {
    const { rows } = await sql<{ fsync: string }>`show fsync`.execute(db)
    expect((await checkDatabase(db)).state).toBe(rows[0]?.fsync === 'on' ? 'ok' : 'problem')
  })

  it('knows a clock that is wrong', async () => {
    expect((await checkClock(db, 1)).state).toBe('ok')
    expect(await checkClock(db, 1, ago(3))).toMatchObject({
      state: 'problem',
      finding: expect.stringMatching(/3 hours/),
    })
    await newSoldOrder(db, [], { placed_at: new Date(Date.now() + 600_000) })
    expect((await checkClock(db, 1)).finding).toMatch(/order is 10 minutes in the future/)
    await sql`delete from shop_order`.execute(db)
  })
})

test('a folder without room or without the right to write is a problem', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'haat-health-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect((await checkDisk(folder, 'the shop')).state).toBe('ok')
  expect(await checkDisk(join(folder, 'none'), 'the shop')).toMatchObject({ state: 'problem' })
})

test('a mail server that is gone, mute or accepts is recognised', async () => {
  expect((await checkMailServer(undefined, 500)).state).toBe('warning')
  const server = await startSmtpServer()
  expect(await checkMailServer(server.url, 1500)).toMatchObject({ state: 'ok' })
  await server.stop()
  expect((await checkMailServer(server.url, 500)).finding).toMatch(/cannot be used: connect ECONNREFUSED/)
})

describe('the domain of the sender', () => {
  it.each([
    [
      'ok',
      { 'tea.example': ['v=spf1 mx -all'], '_dmarc.tea.example': ['v=DMARC1; p=reject'] },
      /SPF and DMARC/,
    ],
    ['ok', { 'news.tea.example': ['v=spf1'], '_dmarc.tea.example': ['v=DMARC1; p=none'] }, /news/],
    ['warning', { 'tea.example': ['v=spf1 -all', 'site=1'] }, /no DMARC/],
    ['warning', { '_dmarc.tea.example': ['v=DMARC1'] }, /no SPF/],
    ['warning', {}, /no SPF and no DMARC/],
    ['problem', { 'tea.example': ['v=spf1 a', 'v=spf1 mx'] }, /2 SPF records/],
  ])('is %s with %o', async (state, records, finding) => {
    const { resolver, stop: stopDns } = await startDnsServer(records)
    onTestFinished(stopDns)
    const domain = 'news.tea.example' in records ? 'news.tea.example' : 'tea.example'
    expect(await checkSenderDomain(`shop@${domain}`, resolver)).toMatchObject({
      state,
      finding: expect.stringMatching(finding),
    })
  })

  it('is unknown without DNS, and wrong without a domain', async () => {
    const { resolver, stop: stopDns } = await startDnsServer({})
    await stopDns()
    expect((await checkSenderDomain('shop@tea.example', resolver)).state).toBe('unknown')
    expect((await checkSenderDomain('noreply@localhost', resolver)).state).toBe('problem')
  })
})

test('a certificate is accepted, unknown to browsers, near its end, or expired', async () => {
  const server = await startHttpsServer()
  expect(await checkCertificate('http://localhost')).toBeUndefined()
  const check = (options = {}) => checkCertificate(server.url, { ca: certificate, ...options })
  expect((await check())?.state).toBe('ok')
  expect((await check({ now: new Date('2126-10-25') }))?.finding).toMatch(/valid for 5 more days/)
  expect((await check({ now: new Date('2126-11-25') }))?.finding).toMatch(/has expired/)
  expect((await checkCertificate(server.url))?.finding).toMatch(/do not accept/)
  await server.stop()
  expect((await check())?.state).toBe('unknown')
})

test('late emails, missing backups and reconciliation issues are named', async () => {
  const email = {
    config_id: 1,
    template: 'welcome',
    recipient: 'a@b.example',
    subject: 'Hi',
    body_text: '-',
    body_html: '-',
  }
  await db
    .insertInto('email')
    .values({ ...email, created_at: ago(1) })
    .execute()
  expect((await checkEmails(db, 1, true)).finding).toMatch(/^1 email waits for more than 15 minutes/)
  expect((await checkEmails(db, 1, false)).state).toBe('warning')
  expect((await checkEmails(db, 2, true)).state).toBe('ok')

  const nightly = { backupKey: 'a key', backupTime: '03:00' }
  const backups = () => checkBackups(db, nightly, 1)
  expect((await backups()).state).toBe('warning')
  const backup = (hours: number) => ({ config_id: 1, started_at: ago(hours), finished_at: ago(hours) })
  await db
    .insertInto('backup')
    .values({ ...backup(72), file: 'old' })
    .execute()
  expect(await backups()).toMatchObject({ state: 'warning', finding: expect.stringMatching(/3 days old/) })
  await db
    .insertInto('backup')
    .values({ ...backup(2), file: 'new' })
    .execute()
  expect((await backups()).state).toBe('ok')
  await db
    .insertInto('backup')
    .values({ ...backup(1), error: 'The disk is full.' })
    .execute()
  expect(await backups()).toMatchObject({ state: 'problem', finding: expect.stringMatching(/disk is full/) })

  const run = { config_id: 1, orders_checked: 5 }
  await db
    .insertInto('integrity_check')
    .values({ ...run, finished_at: ago(40) })
    .execute()
  expect((await checkReconciliation(db, 1)).state).toBe('warning')
  await db
    .insertInto('integrity_check')
    .values({ ...run, finished_at: ago(1), findings: JSON.stringify([{ check: 'a' }]) })
    .execute()
  expect((await checkReconciliation(db, 1)).state).toBe('problem')
})
