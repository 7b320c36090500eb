import { later } from '#server/db/connect.ts'
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { refusal, startSmtpServer } from '#test/harness/services/smtp-server.ts'
import { resetEmail, sendEmail, sendEmailOnce, emailJob, welcomeEmail } from './index.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)
const from = 'noreply@tea.example'
const link = 'https://tea.example/reset-password?token=abc&x=1'
const given = { shopName: 'Tea House', name: 'आशा Rao', link }

beforeEach(async () => {
  await db.deleteFrom('email').execute()
  await db.updateTable('shop').set({ name: 'Tea House', email: '' }).execute()
})

/** A mail server that stops with the test. */
async function emailServer(...behaviour: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...behaviour)
  onTestFinished(server.stop)
  return server
}

/** Runs the email job until the test ends, and returns what it has logged. */
async function startJob(smtpUrl: string, databaseUrl = url) {
  const logged: { msg: string }[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const { start, stop } = createJobRunner({ databaseUrl, log })
  onTestFinished(stop)
  start(await emailJob({ databaseUrl, smtpUrl, from, log, intervalMs: 50 }))
  return { stop, messages: () => logged.map(({ msg }) => msg) }
}

const put = (recipient = 'asha@example.com', email = resetEmail(given)) =>
  db.transaction().execute((tx) => sendEmail(tx, 1, recipient, email))

const outbox = () => db.selectFrom('email').selectAll().orderBy('id').execute()
const sentCount = async () => (await outbox()).filter(({ sent_at }) => sent_at).length
const untilSent = async (count: number) =>
  await expect.poll(sentCount, { interval: 20, timeout: 18_000 }).toBe(count)
const nextTry = () => sql`update email set due_at = now() where sent_at is null`.execute(db)

/** Minutes until the next try. */
const minutesLeft = (due: Date) => Math.round((due.getTime() - Date.now()) / 60_000)

test('delivers both bodies of an email, then deletes them because the link holds a secret', async () => {
  const server = await emailServer()
  await startJob(server.url)
  await put()
  await untilSent(1)
  const [email] = server.delivered
  expect(email).toMatchObject({ from, to: ['asha@example.com'] })
  const header = (name: string) => email?.headers.get(name)
  expect(header('from')).toBe(`Tea House <${from}>`)
  expect(header('to')).toBe('asha@example.com')
  expect(header('subject')).toBe('Reset your Tea House password')
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('reply-to')).toBeUndefined()
  expect(header('message-id')).toMatch(/^<1\.\d+\.\d+@tea\.example>$/)
  expect(header('content-type')).toMatch(/^multipart\/alternative/)
  const { text, html } = resetEmail(given)
  expect(email?.parts.get('text/plain')?.trim()).toBe(text.trim())
  expect(email?.parts.get('text/html')?.trim()).toBe(html.trim())
  const [row] = await outbox()
  expect(row).toMatchObject({ attempts: 1, body_text: null, body_html: null, last_error: null })
  expect(JSON.stringify(row)).not.toContain('token=abc')
})

test('mailboxes can unsubscribe with one press from an email that can be turned off', async () => {
  const server = await emailServer()
  await startJob(server.url)
  const unsubscribeUrl = 'https://tea.example/api/unsubscribe/7K3M-1111-2222.abc'
  await db
    .transaction()
    .execute((tx) => sendEmail(tx, 1, 'asha@example.com', resetEmail(given), { unsubscribeUrl }))
  await put()
  await untilSent(2)
  const headers = server.delivered.map((email) => [
    email.headers.get('list-unsubscribe'),
    email.headers.get('list-unsubscribe-post'),
  ])
  expect(headers).toEqual([
    [`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'],
    [undefined, undefined],
  ])
})

test('sends replies to the address of the shop', async () => {
  await db.updateTable('shop').set({ email: 'hello@tea.example' }).execute()
  const server = await emailServer()
  await startJob(server.url)
  await put()
  await untilSent(1)
  expect(server.delivered[0]?.headers.get('reply-to')).toBe('hello@tea.example')
})

test('retries a refused email later and sends the others', async () => {
  const answers = [refusal(451, 'Try later'), refusal(550, 'No such mailbox')]
  const server = await emailServer({
    onEmail({ to }) {
      const answer = to[0] === 'ravi@example.com' && answers.shift()
      if (answer) throw answer
    },
  })
  await put('ravi@example.com')
  await put('asha@example.com')
  const { messages } = await startJob(server.url)
  await untilSent(1)
  const first = (await outbox())[0]!
  expect(first).toMatchObject({ recipient: 'ravi@example.com', sent_at: null, attempts: 1 })
  expect(first.last_error).toContain('451 Try later')
  expect(first.body_text).toContain(link)
  expect(minutesLeft(first.due_at)).toBe(1)

  await nextTry()
  await expect.poll(async () => (await outbox())[0]?.last_error).toContain('550 No such mailbox')
  expect(minutesLeft((await outbox())[0]!.due_at)).toBe(2)
  await nextTry()
  await untilSent(2)
  expect((await outbox())[0]).toMatchObject({ attempts: 3, last_error: null })
  expect(messages()).toEqual(['email refused by the mail server'])
  const ids = server.delivered.map(({ headers }) => headers.get('message-id'))
  expect(new Set(ids).size).toBe(2)
})

test('tries an email at most once an hour, for three days', async () => {
  const server = await emailServer({
    onEmail: () => {
      throw refusal(451, 'Try later')
    },
  })
  await put('often@example.com')
  await put('old@example.com')
  await sql`update email set attempts = 70, created_at = now() - interval '71 hours' where recipient like 'often%'`.execute(
    db,
  )
  await sql`update email set created_at = now() - interval '73 hours' where recipient like 'old%'`.execute(db)
  await startJob(server.url)
  await expect.poll(async () => (await outbox())[0]?.attempts).toBe(71)
  const [often, old] = await outbox()
  expect(minutesLeft(often!.due_at)).toBe(60)
  expect(old).toMatchObject({ attempts: 0, sent_at: null })
  expect(old?.body_text).toContain(link)
})

test('logs an unreachable mail server once and sends everything when it is back', async () => {
  const gone = await startSmtpServer()
  await gone.stop()
  for (const name of ['a', 'b', 'c']) await put(`${name}@example.com`)
  const { messages } = await startJob(gone.url)
  await expect.poll(async () => (await outbox()).filter(({ attempts }) => attempts === 1).length).toBe(3)
  expect((await outbox())[0]?.last_error).toContain('ECONNREFUSED')
  expect(messages()).toEqual(['job failed'])
  const server = await emailServer({ port: Number(new URL(gone.url).port) })
  await nextTry()
  await untilSent(3)
  expect(server.delivered.flatMap(({ to }) => to).toSorted()).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  // The job logs after its last email.
  await expect.poll(messages).toEqual(['job failed', 'job works again'])
})

test('logs a lost database once and reads the outbox again when it is back', async () => {
  const way = await cuttable()
  const server = await emailServer()
  const { messages, stop } = await startJob(server.url, way.through(url))
  await put()
  await untilSent(1)
  way.cut()
  await expect.poll(messages).toEqual(['job failed'])
  await wait(300)
  way.mend()
  await put()
  await untilSent(2)
  await expect.poll(messages).toEqual(['job failed', 'job works again'])
  await stop()
  await way.close()
})

test('two processes send each of 50 emails once', async () => {
  let begun = 0
  let beginSecond = () => {}
  const second = new Promise<void>((resolve) => (beginSecond = resolve))
  const server = await emailServer({
    async onEmail() {
      // Holds the first email until the other process has sent the second.
      if (++begun === 1) await second
      else beginSecond()
    },
  })
  const recipients = Array.from({ length: 50 }, (_, i) => `person${i}@example.com`)
  await db.transaction().execute(async (tx) => {
    for (const recipient of recipients) await sendEmail(tx, 1, recipient, welcomeEmail(given))
  })
  await Promise.all([startJob(server.url), startJob(server.url)])
  await untilSent(50)
  expect(server.delivered.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
})

test('sends an email as soon as its transaction commits, and none of a failed transaction', async () => {
  const server = await emailServer()
  await startJob(server.url)
  await wait(50)
  const failing = db.transaction().execute(async (tx) => {
    await sendEmail(tx, 1, 'nobody@example.com', welcomeEmail(given))
    throw new Error('something else went wrong')
  })
  await expect(failing).rejects.toThrow('something else')
  await put()
  await untilSent(1)
  expect(server.delivered.flatMap(({ to }) => to)).toEqual(['asha@example.com'])
})

test('finishes the email under way when it is stopped, and starts no other', async () => {
  let begun = () => {}
  const isRunning = new Promise<void>((resolve) => (begun = resolve))
  const server = await emailServer({
    async onEmail() {
      begun()
      await wait(200)
    },
  })
  await put('first@example.com')
  await put('second@example.com')
  const { stop } = await startJob(server.url)
  await isRunning
  await stop()
  expect(server.delivered).toHaveLength(1)
  expect((await outbox()).map(({ sent_at }) => sent_at !== null)).toEqual([true, false])
})

test('an email whose process was killed before it was marked as sent arrives twice with one Message-ID', async () => {
  let killed = false
  let kill = () => {}
  const server = await emailServer({
    async onEmail() {
      if (killed) return
      killed = true
      kill()
    },
  })
  await db.transaction().execute(async (tx) => {
    const once = { recipient: 'asha@example.com', reference: 'order:1:confirmed' }
    later(tx, sendEmailOnce(tx, 1, once, welcomeEmail(given)))
    later(tx, sendEmailOnce(tx, 1, once, welcomeEmail(given)))
  })
  const deps = JSON.stringify({ databaseUrl: url, smtpUrl: server.url, from })
  const code = `import pino from 'pino'
    import { emailJob } from '#server/modules/email/index.ts'
    import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
    const log = pino({ level: 'silent' })
    const { databaseUrl, ...deps } = ${deps}
    createJobRunner({ databaseUrl, log }).start(await emailJob({ databaseUrl, ...deps, log }))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  kill = () => void child.kill('SIGKILL')
  await new Promise((ended) => child.on('exit', ended))
  await expect.poll(() => server.delivered.length).toBe(1)
  expect(await sentCount()).toBe(0)
  await startJob(server.url)
  await untilSent(1)
  await wait(250)
  const ids = server.delivered.map(({ headers }) => headers.get('message-id'))
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a line break in a subject or a list as an address adds no header and no recipient', async () => {
  const server = await emailServer()
  await put('asha@example.com, eve@example.com', {
    ...welcomeEmail(given),
    subject: 'Hello\r\nBcc: eve@example.com',
  })
  await put('asha@example.com')
  await startJob(server.url)
  await expect.poll(() => server.delivered.length).toBeGreaterThan(0)
  expect(server.delivered.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  for (const { headers } of server.delivered) expect(headers.has('bcc')).toBe(false)
})
