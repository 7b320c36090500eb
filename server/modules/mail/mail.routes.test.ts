import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getMail, getMails, getMailTemplates, resendMail, sendTestMail } from '#contract/mail.ts'
import { openElsewhere } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { openSession, person, type Person } from '#test/harness/person.ts'
import { passwordChangedMail, resetMail, sendMail, welcomeMail } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const given = { shopName: 'Tea House', name: 'Asha', link: 'https://tea.example/reset-password?token=abc' }
let admin: Person
let manager: Person
let elsewhere: Person

async function member(role_id: number, configId = 1, host = 'localhost'): Promise<Person> {
  const { userId, token } = await openSession(db, configId)
  await db.updateTable('app_user').set({ role_id }).where('id', '=', userId).execute()
  return person(app, { host, cookies: new Map([['session', token]]) })
}

beforeAll(async () => {
  await openElsewhere(db, app)
  const role = { config_id: 1, id: 3, name: 'Manager', permissions: ['settings'] }
  await db.insertInto('role').values(role).execute()
  admin = await member(1)
  manager = await member(3)
  elsewhere = await member(1, 2, 'other.example')
  await db.transaction().execute(async (tx) => {
    await sendMail(tx, 1, 'asha@example.com', welcomeMail(given))
    await sendMail(tx, 1, 'ravi@example.com', resetMail(given))
    await sendMail(tx, 2, 'else@example.com', resetMail(given))
  })
})

test('the outbox lists mails, the newest first, and finds them', async () => {
  const { answer } = await admin.send(getMails)
  expect(answer.total).toBe(2)
  expect(answer.data).toMatchObject([
    { template: 'reset', recipient: 'ravi@example.com', sent_at: null, attempts: 0, last_error: null },
    { template: 'welcome', recipient: 'asha@example.com', subject: 'Welcome to Tea House' },
  ])
  expect(JSON.stringify(answer)).not.toContain('token=')
  expect((await admin.send(getMails, { q: 'RAVI@' })).answer.total).toBe(1)
  expect((await admin.send(getMails, { q: '%' })).answer.total).toBe(0)
  expect((await admin.send(getMails, { page: 2, limit: 1 })).answer.data).toMatchObject([
    { template: 'welcome' },
  ])
  expect((await elsewhere.send(getMails)).answer.total).toBe(1)
})

test('the admin reads a mail; other staff reads it without the secret of its link', async () => {
  const { id } = (await admin.send(getMails)).answer.data[0]!
  const { text, html } = resetMail(given)
  expect((await admin.send(getMail, { id })).answer.data).toMatchObject({ id, text, html })
  expect((await manager.send(getMail, { id })).answer.data).toMatchObject({
    id,
    text: text.replace('=abc', '=••••••'),
    html: html.replaceAll('=abc', '=••••••'),
    masked: true,
  })
  expect((await elsewhere.send(getMail, { id })).status).toBe(404)
  expect((await admin.send(getMail, { id: 999_999 })).status).toBe(404)
  expect((await admin.send(getMail, { id: 'x' })).status).toBe(400)
})

test('where mail is sent nobody reads the secret of a link, in whatever form it stands there', async () => {
  const sending = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@tea.example' } })
  onTestFinished(sending.stop)
  const { userId, token } = await openSession(sending.db)
  await sending.db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  const owner = person(sending.app, { cookies: new Map([['session', token]]) })
  const link = 'https://tea.example/reset-password?a=1&token=s3cret-_~%41x&b=2'
  const id = await sending.db
    .transaction()
    .execute((tx) => sendMail(tx, 1, 'a@b.c', resetMail({ ...given, link })))
  const { data } = (await owner.send(getMail, { id })).answer
  expect(data.masked).toBe(true)
  expect(data.text).toContain('?a=1&token=••••••&b=2')
  expect(JSON.stringify(data)).not.toContain('s3cret')
  expect((await owner.send(getMails)).answer.sends).toBe(true)
})

test('a mail that waits is tried at once, one that was sent goes out again while its words are there', async () => {
  const put = (content = resetMail(given)) =>
    db.transaction().execute((tx) => sendMail(tx, 1, 'late@example.com', content))
  const id = await put()
  const sent = await put(passwordChangedMail({ ...given, link: 'https://tea.example/forget-password' }))
  const gone = await put()
  const later = new Date(Date.now() + 3_600_000)
  await db.updateTable('mail').set({ due_at: later, attempts: 3 }).where('id', '=', id).execute()
  await db.updateTable('mail').set({ sent_at: new Date() }).where('id', 'in', [sent, gone]).execute()
  await db.updateTable('mail').set({ body_text: null, body_html: null }).where('id', '=', gone).execute()
  const list = async (input: object) => (await manager.send(getMails, { q: 'late@', ...input })).answer
  expect((await list({ status: 'failing' })).data).toMatchObject([{ id, attempts: 3 }])
  expect((await list({ template: 'password_changed', sort: 'oldest' })).total).toBe(1)

  expect((await elsewhere.send(resendMail, { id })).status).toBe(404)
  expect((await manager.send(resendMail, { id })).status).toBe(200)
  const { due_at: due } = await db
    .selectFrom('mail')
    .select('due_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(due.getTime()).toBeLessThan(Date.now() + 1000)
  expect((await manager.send(resendMail, { id: sent })).status).toBe(200)
  expect((await list({ status: 'waiting' })).data).toMatchObject([{ template: 'password_changed' }])
  expect(await manager.send(resendMail, { id: gone })).toMatchObject({ status: 409, code: 'words_gone' })
  expect((await manager.send(resendMail, { id: 'x' })).status).toBe(400)
  expect((await manager.send(getMails, { status: 'lost' })).status).toBe(400)
})

test('each kind of mail is shown by an example, and mailed to who asks', async () => {
  const { data } = (await manager.send(getMailTemplates)).answer
  expect(data.map(({ template }) => template)).toEqual([
    'welcome',
    'reset',
    'password_changed',
    'email_change',
    ...['received', 'confirmed', 'shipped', 'delivered', 'cancelled', 'refunded', 'returned', 'message'].map(
      (kind) => `order_${kind}`,
    ),
  ])
  for (const { subject, html, text } of data) {
    expect(subject + html + text).not.toContain('token=')
    expect(text).toContain('Asha Rao')
  }
  const told = await manager.send(sendTestMail, { template: 'welcome' })
  expect(told.message).toMatch(/^A test mail to meera\S+ is on its way$/)
  expect((await manager.send(getMails, { q: 'Test: ' })).answer.data).toMatchObject([{ template: 'welcome' }])
  expect((await manager.send(sendTestMail, { template: 'constructor' })).status).toBe(404)
})
