import { mkdtemp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { openSession } from '#test/harness/people/account.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { diskJob, housekeepingJob, runHousekeeping } from './housekeeping.ts'
import { createJobRunner } from './platform/jobs/job-runner.ts'

const { db, drop } = await testDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'haat-house-'))
afterAll(async () => {
  await drop()
  await rm(dataDir, { recursive: true })
})

function listening() {
  const logged: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  return { log, logged }
}

/** The values of a column in the remaining rows. */
async function left(table: string, column: string): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select ${sql.ref(column)} as value from ${sql.table(table)} order by 1`.execute(db)
  return rows.map(({ value }) => value)
}

test('deletes expired data and keeps the rest', async () => {
  const { userId } = await openSession(db)
  const ago = (days: number) => sql`now() - ${days} * interval '1 day'`
  const hash = (name: string | number) => sql`sha256(convert_to(${String(name)}, 'utf8'))`
  const session = (name: string, over: number) => sql`
    insert into session (token_hash, config_id, user_id, user_agent, created_at, expires_at)
    values (${hash(name)}, 1, ${userId}, ${name}, now() - interval '9 days', ${ago(over)})`
  const link = (purpose: string, over: number) => sql`
    insert into email_token (token_hash, config_id, user_id, purpose, email, created_at, expires_at)
    values (${hash(over)}, 1, ${userId}, ${purpose}, 'a@example.com', now() - interval '99 days', ${ago(over)})`
  const visitor = (token: string, age: number) => sql`
    insert into shopper (config_id, visitor_hash, share_token, seen_at) values (1, ${hash(age)}, ${token}, ${ago(age)})`
  const answered = (key: string, age: number) => sql`
    insert into idempotency_key (config_id, owner, key, body_hash, created_at) values (1, 'me', ${key}, ${hash(1)}, ${ago(age)})`
  const platform = (url: string, age: number) => sql`
    insert into agent_platform (config_id, profile_url, last_used_at) values (1, ${url}, ${ago(age)})`
  const cart = (id: string, over: number) => sql`
    insert into agent_cart (config_id, id, platform_id, input, expires_at)
    select 1, ${id.padEnd(22, '-')}, id, '{}', ${ago(over)} from agent_platform where profile_url = 'https://agent.example/'`
  const checkout = (id: string, over: number) => sql`
    insert into checkout_session (config_id, id, platform_id, protocol, input, expires_at)
    select 1, ${id.padEnd(22, '-')}, id, '2026-04-08', '{}', ${ago(over)} from agent_platform
    where profile_url = 'https://agent.example/'`
  const limit = (key: string, over: number) => sql`insert into rate_limit values (${key}, ${ago(over)})`
  const email = (subject: string, age: number, sent: boolean) => sql`
    insert into email (config_id, template, recipient, subject, body_text, body_html, created_at, sent_at)
    values (1, 'welcome', 'a@example.com', ${subject}, 'x', 'x', ${ago(age)}, ${sent ? ago(age) : null})`
  const seen = 'seen'.padEnd(20, '-')
  for (const insert of [
    session('over', 0.01),
    session('open', -0.01),
    link('reset_password', 7.1),
    link('verify_email', 6.9),
    visitor('gone'.padEnd(20, '-'), 180.1),
    visitor(seen, 179.9),
    sql`insert into shopper (config_id, user_id, share_token, seen_at)
      values (1, ${userId}, ${'user'.padEnd(20, '-')}, ${ago(400)})`,
    answered('old', 2.1),
    platform('https://gone.example/', 91),
    platform('https://agent.example/', 89),
    cart('over', 1.1),
    cart('just_over', 0.9),
    checkout('over', 1.1),
    checkout('just_over', 0.9),
    answered('new', 1.9),
    limit('past', 0.001),
    limit('full', -0.001),
    email('sent long ago', 90.1, true),
    email('sent', 89.9, true),
    email('never sent', 400, false),
  ])
    await insert.execute(db)
  await sql`insert into rate_limit select 'many ' || n, now() - interval '1 hour' from generate_series(1, 1200) n`.execute(
    db,
  )
  const uploads = join(dataDir, 'uploads')
  await mkdir(uploads)
  for (const [name, days] of [
    ['.a.webp.12ab.part', 0.03],
    ['.b.webp.12ab.part', 0.01],
    ['c.webp', 900],
  ] as const) {
    const then = new Date(Date.now() - days * 86_400_000)
    await writeFile(join(uploads, name), 'x')
    await utimes(join(uploads, name), then, then)
  }

  const { log, logged } = listening()
  await runHousekeeping(db, openUploadsFolder(dataDir), log)
  await diskJob(dataDir).run(new AbortController().signal)

  expect(await left('session', 'user_agent')).toEqual(['', 'open'])
  expect(await left('email_token', 'purpose')).toEqual(['verify_email'])
  expect(await left('shopper', 'share_token')).toEqual([seen, 'user'.padEnd(20, '-')])
  expect(await left('idempotency_key', 'key')).toEqual(['new'])
  expect(await left('agent_platform', 'profile_url')).toEqual(['https://agent.example/'])
  expect(await left('agent_cart', 'id')).toEqual(['just_over'.padEnd(22, '-')])
  expect(await left('checkout_session', 'id')).toEqual(['just_over'.padEnd(22, '-')])
  expect(await left('rate_limit', 'key')).toEqual(['full'])
  expect(await left('email', 'subject')).toEqual(['never sent', 'sent'])
  expect((await readdir(uploads)).toSorted()).toEqual(['.b.webp.12ab.part', 'c.webp'])
  expect(logged.map(({ what, count }) => [what, count])).toEqual([
    ['session', 1],
    ['email_token', 1],
    ['shopper', 1],
    ['idempotency_key', 1],
    ['agent_platform', 1],
    ['agent_cart', 1],
    ['checkout_session', 1],
    ['rate_limit', 1201],
    ['email', 1],
  ])
})

test('keeps emails and carts of visitors as long as the settings of their shop say', async () => {
  await sql`insert into shop (config_id, name) values (2, 'Other')`.execute(db)
  await sql`insert into setting (config_id, key, value) values
    (1, 'retention.visitor_days', '10'), (1, 'retention.email_days', '200')`.execute(db)
  const add = async (shop: number, name: string, days: number) => {
    await sql`insert into shopper (config_id, visitor_hash, share_token, seen_at)
      values (${shop}, sha256(${name}::bytea), ${name.padEnd(20, '-')}, now() - ${days} * interval '1 day')`.execute(
      db,
    )
    await sql`insert into email (config_id, template, recipient, subject, body_text, body_html, sent_at)
      values (${shop}, 'welcome', 'a@example.com', ${name}, 'x', 'x', now() - ${days} * interval '1 day')`.execute(
      db,
    )
  }
  await add(1, 'first-11', 11)
  await add(1, 'first-9', 9)
  await add(1, 'first-201', 201)
  await add(2, 'second-11', 11)
  await add(2, 'second-181', 181)
  await runHousekeeping(db, openUploadsFolder(dataDir), listening().log)
  const names = (values: unknown[]) =>
    values.map((value) => String(value).replace(/-+$/, '')).filter((name) => /^(first|second)/.test(name))
  expect(names(await left('shopper', 'share_token'))).toEqual(['first-9', 'second-11'])
  expect(names(await left('email', 'subject'))).toEqual(['first-11', 'first-9', 'second-11'])
})

test('leaves locked rows to the next run', async () => {
  await sql`insert into rate_limit values ('used', now() - interval '1 hour')`.execute(db)
  const { log, logged } = listening()
  await db.transaction().execute(async (tx) => {
    await sql`select from rate_limit where key = 'used' for update`.execute(tx)
    await runHousekeeping(db, openUploadsFolder(dataDir), log)
  })
  expect(await left('rate_limit', 'key')).toContain('used')
  await runHousekeeping(db, openUploadsFolder(dataDir), log)
  expect(await left('rate_limit', 'key')).not.toContain('used')
  expect(logged.map(({ what }) => what)).toEqual(['rate_limit'])
})

test('warns and retries without a database', async () => {
  const gone = connect('postgres://nobody@127.0.0.1:1/none')
  onTestFinished(() => gone.destroy())
  const { log, logged } = listening()
  const { start, stop } = createJobRunner({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', log })
  start(housekeepingJob(gone, openUploadsFolder(dataDir), log, { firstRunMs: 1, intervalMs: 10 }))
  await expect.poll(() => logged.length).toBeGreaterThan(6)
  await stop()
  const count = logged.length
  expect(logged[0]).toMatchObject({ level: 40, what: 'session', msg: 'expired data could not be deleted' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(logged).toHaveLength(count)
})
