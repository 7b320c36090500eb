import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cuttable } from '#test/harness/cuttable.ts'
import { testDatabase } from '#test/harness/database.ts'
import { refusal, startSmtpServer } from '#test/harness/smtp-server.ts'
import { resetMail, sendMail, sendMailOnce, startMailer, welcomeMail } from './index.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)
const from = 'noreply@tea.example'
const link = 'https://tea.example/reset-password?token=abc&x=1'
const given = { shopName: 'Tea House', name: 'आशा Rao', link }

beforeEach(async () => {
  await db.deleteFrom('mail').execute()
  await db.updateTable('shop').set({ name: 'Tea House' }).execute()
})

/** A mail server that lasts as long as the test. */
async function mailServer(...behaviour: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...behaviour)
  onTestFinished(server.stop)
  return server
}

/** A mailer that lasts as long as the test, with what it has logged. */
async function mailer(smtpUrl: string, databaseUrl = url) {
  const logged: { msg: string }[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const running = await startMailer({ databaseUrl, smtpUrl, from, log, pause: 100 })
  onTestFinished(running.stop)
  return { ...running, said: () => logged.map(({ msg }) => msg) }
}

const put = (recipient = 'asha@example.com', mail = resetMail(given)) =>
  db.transaction().execute((tx) => sendMail(tx, 1, recipient, mail))

const outbox = () => db.selectFrom('mail').selectAll().orderBy('id').execute()
const sentCount = async () => (await outbox()).filter(({ sent_at }) => sent_at).length
const untilSent = async (count: number) => await expect.poll(sentCount, { interval: 20 }).toBe(count)
const nextTry = () => sql`update mail set due_at = now() where sent_at is null`.execute(db)

/** Minutes from now until the next try. */
const minutesLeft = (due: Date) => Math.round((due.getTime() - Date.now()) / 60_000)

test('a mail arrives with both bodies, and its words are then forgotten', async () => {
  const server = await mailServer()
  await mailer(server.url)
  await put()
  await untilSent(1)
  const [mail] = server.delivered
  expect(mail).toMatchObject({ from, to: ['asha@example.com'] })
  const header = (name: string) => mail?.headers.get(name)
  expect(header('from')).toBe(`Tea House <${from}>`)
  expect(header('to')).toBe('asha@example.com')
  expect(header('subject')).toBe('A new password for Tea House')
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('message-id')).toMatch(/^<1\.\d+\.\d+@tea\.example>$/)
  expect(header('content-type')).toMatch(/^multipart\/alternative/)
  const { text, html } = resetMail(given)
  expect(mail?.parts.get('text/plain')?.trim()).toBe(text.trim())
  expect(mail?.parts.get('text/html')?.trim()).toBe(html.trim())
  const [row] = await outbox()
  expect(row).toMatchObject({ attempts: 1, body_text: null, body_html: null, last_error: null })
  expect(JSON.stringify(row)).not.toContain('token=abc')
})

test('a refused mail is tried again later, and the others go out', async () => {
  const answers = [refusal(451, 'Try later'), refusal(550, 'No such mailbox')]
  const server = await mailServer({
    onMail({ to }) {
      const answer = to[0] === 'ravi@example.com' && answers.shift()
      if (answer) throw answer
    },
  })
  await put('ravi@example.com')
  await put('asha@example.com')
  const { said } = await mailer(server.url)
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
  expect(said()).toEqual(['a mail was refused'])
  const ids = server.delivered.map(({ headers }) => headers.get('message-id'))
  expect(new Set(ids).size).toBe(2)
})

test('it is tried once an hour at most, for three days', async () => {
  const server = await mailServer({
    onMail: () => {
      throw refusal(451, 'Try later')
    },
  })
  await put('often@example.com')
  await put('old@example.com')
  await sql`update mail set attempts = 70, created_at = now() - interval '71 hours' where recipient like 'often%'`.execute(
    db,
  )
  await sql`update mail set created_at = now() - interval '73 hours' where recipient like 'old%'`.execute(db)
  await mailer(server.url)
  await expect.poll(async () => (await outbox())[0]?.attempts).toBe(71)
  const [often, old] = await outbox()
  expect(minutesLeft(often!.due_at)).toBe(60)
  expect(old).toMatchObject({ attempts: 0, sent_at: null })
  expect(old?.body_text).toContain(link)
})

test('a mail server that is down is logged once, and gets everything when it is up', async () => {
  const gone = await startSmtpServer()
  await gone.stop()
  for (const name of ['a', 'b', 'c']) await put(`${name}@example.com`)
  const { said } = await mailer(gone.url)
  await expect.poll(async () => (await outbox()).filter(({ attempts }) => attempts === 1).length).toBe(3)
  expect((await outbox())[0]?.last_error).toContain('ECONNREFUSED')
  expect(said()).toEqual(['the mail server cannot be used'])
  const server = await mailServer({ port: Number(new URL(gone.url).port) })
  await nextTry()
  await untilSent(3)
  expect(server.delivered.flatMap(({ to }) => to).toSorted()).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  expect(said()).toEqual(['the mail server cannot be used', 'the mail server can be used again'])
})

test('a database that is lost is logged once, and read again when it is back', async () => {
  const way = await cuttable()
  const server = await mailServer()
  const { said, stop } = await mailer(server.url, way.through(url))
  await put()
  await untilSent(1)
  way.cut()
  await expect.poll(said).toEqual(['the outbox cannot be used'])
  await wait(300)
  way.mend()
  await put()
  await untilSent(2)
  await expect.poll(said).toEqual(['the outbox cannot be used', 'the outbox can be used again'])
  await stop()
  await way.close()
})

test('two mailers at once send each of 50 mails once', async () => {
  let begun = 0
  let beginSecond = () => {}
  const second = new Promise<void>((resolve) => (beginSecond = resolve))
  const server = await mailServer({
    async onMail() {
      // The first is held until the other mailer has come with the second.
      if (++begun === 1) await second
      else beginSecond()
    },
  })
  const recipients = Array.from({ length: 50 }, (_, i) => `person${i}@example.com`)
  await db.transaction().execute(async (tx) => {
    for (const recipient of recipients) await sendMail(tx, 1, recipient, welcomeMail(given))
  })
  await Promise.all([mailer(server.url), mailer(server.url)])
  await untilSent(50)
  expect(server.delivered.flatMap(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
})

test('what is written is sent at once, and nothing of a transaction that failed', async () => {
  const server = await mailServer()
  await mailer(server.url)
  await wait(50)
  const failing = db.transaction().execute(async (tx) => {
    await sendMail(tx, 1, 'nobody@example.com', welcomeMail(given))
    throw new Error('something else went wrong')
  })
  await expect(failing).rejects.toThrow('something else')
  await put()
  await untilSent(1)
  expect(server.delivered.flatMap(({ to }) => to)).toEqual(['asha@example.com'])
})

test('when it is stopped it finishes the mail under way, and begins no other', async () => {
  let begun = () => {}
  const underWay = new Promise<void>((resolve) => (begun = resolve))
  const server = await mailServer({
    async onMail() {
      begun()
      await wait(200)
    },
  })
  await put('first@example.com')
  await put('second@example.com')
  const { stop } = await mailer(server.url)
  await underWay
  await stop()
  expect(server.delivered).toHaveLength(1)
  expect((await outbox()).map(({ sent_at }) => sent_at !== null)).toEqual([true, false])
})

test('killed between the server’s yes and the note of it, the mail comes twice with one Message-ID, and then no more', async () => {
  let killed = false
  let kill = () => {}
  const server = await mailServer({
    async onMail() {
      if (killed) return
      killed = true
      kill()
    },
  })
  await db.transaction().execute(async (tx) => {
    const once = { recipient: 'asha@example.com', reference: 'order:1:confirmed' }
    await sendMailOnce(tx, 1, once, welcomeMail(given))
    await sendMailOnce(tx, 1, once, welcomeMail(given))
  })
  const deps = JSON.stringify({ databaseUrl: url, smtpUrl: server.url, from })
  const code = `import pino from 'pino'
    import { startMailer } from '#server/modules/mail/index.ts'
    await startMailer({ ...${deps}, log: pino({ level: 'silent' }) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  kill = () => void child.kill('SIGKILL')
  await new Promise((ended) => child.on('exit', ended))
  await expect.poll(() => server.delivered.length).toBe(1)
  expect(await sentCount()).toBe(0)
  await mailer(server.url)
  await untilSent(1)
  await wait(250)
  const ids = server.delivered.map(({ headers }) => headers.get('message-id'))
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a line break in a name of the shop or an address adds no header and no recipient', async () => {
  const server = await mailServer()
  await put('asha@example.com, eve@example.com', {
    ...welcomeMail(given),
    subject: 'Hello\r\nBcc: eve@example.com',
  })
  await put('asha@example.com')
  await mailer(server.url)
  await expect.poll(() => server.delivered.length).toBeGreaterThan(0)
  expect(server.delivered.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  for (const { headers } of server.delivered) expect(headers.has('bcc')).toBe(false)
})
