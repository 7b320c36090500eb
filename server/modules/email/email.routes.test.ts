import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getEmail, getEmails, getEmailTemplates, resendEmail, sendTestEmail } from '#contract/email/email.ts'
import { openElsewhere, openSession } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { passwordChangedEmail, resetEmail, sendEmail, welcomeEmail } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const given = { shopName: 'Tea House', name: 'Asha', link: 'https://tea.example/reset-password?token=abc' }
let admin: Client
let manager: Client
let elsewhere: Client

async function member(role_id: number, shopId = 1, host = 'localhost'): Promise<Client> {
  const { userId, token } = await openSession(db, shopId)
  await db.updateTable('app_user').set({ role_id }).where('id', '=', userId).execute()
  return client(app, { host, cookies: new Map([['session', token]]) })
}

beforeAll(async () => {
  await openElsewhere(db, app)
  const role = { config_id: 1, id: 3, name: 'Manager', permissions: ['settings'] }
  await db.insertInto('role').values(role).execute()
  admin = await member(1)
  manager = await member(3)
  elsewhere = await member(1, 2, 'other.example')
  await db.transaction().execute(async (tx) => {
    await sendEmail(tx, 1, 'asha@example.com', welcomeEmail(given))
    await sendEmail(tx, 1, 'ravi@example.com', resetEmail(given))
    await sendEmail(tx, 2, 'else@example.com', resetEmail(given))
  })
})

test('lists and searches emails, newest first', async () => {
  const { answer } = await admin.send(getEmails)
  expect(answer.total).toBe(2)
  expect(answer.data).toMatchObject([
    { template: 'reset', recipient: 'ravi@example.com', sent_at: null, attempts: 0, last_error: null },
    { template: 'welcome', recipient: 'asha@example.com', subject: 'Welcome to Tea House' },
  ])
  expect(JSON.stringify(answer)).not.toContain('token=')
  expect((await admin.send(getEmails, { q: 'RAVI@' })).answer.total).toBe(1)
  expect((await admin.send(getEmails, { q: '%' })).answer.total).toBe(0)
  expect((await admin.send(getEmails, { page: 2, limit: 1 })).answer.data).toMatchObject([
    { template: 'welcome' },
  ])
  expect((await elsewhere.send(getEmails)).answer.total).toBe(1)
})

test('admins read an email in full, other staff without the secret of its link', async () => {
  const { id } = (await admin.send(getEmails)).answer.data[0]!
  const { text, html } = resetEmail(given)
  expect((await admin.send(getEmail, { id })).answer.data).toMatchObject({ id, text, html })
  expect((await manager.send(getEmail, { id })).answer.data).toMatchObject({
    id,
    text: text.replace('=abc', '=••••••'),
    html: html.replaceAll('=abc', '=••••••'),
    masked: true,
  })
  expect((await elsewhere.send(getEmail, { id })).status).toBe(404)
  expect((await admin.send(getEmail, { id: 999_999 })).status).toBe(404)
  expect((await admin.send(getEmail, { id: 'x' })).status).toBe(400)
})

test('nobody reads the secret of a link in any form if email is sent', async () => {
  const sending = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@tea.example' } })
  onTestFinished(sending.stop)
  const { userId, token } = await openSession(sending.db)
  await sending.db.updateTable('app_user').set({ role_id: 1 }).where('id', '=', userId).execute()
  const owner = client(sending.app, { cookies: new Map([['session', token]]) })
  const link = 'https://tea.example/reset-password?a=1&token=s3cret-_~%41x&b=2'
  const id = await sending.db
    .transaction()
    .execute((tx) => sendEmail(tx, 1, 'a@b.c', resetEmail({ ...given, link })))
  const { data } = (await owner.send(getEmail, { id })).answer
  expect(data.masked).toBe(true)
  expect(data.text).toContain('?a=1&token=••••••&b=2')
  expect(JSON.stringify(data)).not.toContain('s3cret')
  expect((await owner.send(getEmails)).answer.sends).toBe(true)
})

test('resending retries a waiting email and copies a sent one that still has its text', async () => {
  const put = (content = resetEmail(given)) =>
    db.transaction().execute((tx) => sendEmail(tx, 1, 'late@example.com', content))
  const id = await put()
  const sent = await put(passwordChangedEmail({ ...given, link: 'https://tea.example/forget-password' }))
  const gone = await put()
  const later = new Date(Date.now() + 3_600_000)
  await db.updateTable('email').set({ due_at: later, attempts: 3 }).where('id', '=', id).execute()
  await db.updateTable('email').set({ sent_at: new Date() }).where('id', 'in', [sent, gone]).execute()
  await db.updateTable('email').set({ body_text: null, body_html: null }).where('id', '=', gone).execute()
  const list = async (input: object) => (await manager.send(getEmails, { q: 'late@', ...input })).answer
  expect((await list({ status: 'failing' })).data).toMatchObject([{ id, attempts: 3 }])
  expect((await list({ template: 'password_changed', sort: 'oldest' })).total).toBe(1)

  expect((await elsewhere.send(resendEmail, { id })).status).toBe(404)
  expect((await manager.send(resendEmail, { id })).status).toBe(200)
  const { due_at: due } = await db
    .selectFrom('email')
    .select('due_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(due.getTime()).toBeLessThan(Date.now() + 1000)
  expect((await manager.send(resendEmail, { id: sent })).status).toBe(200)
  expect((await list({ status: 'waiting' })).data).toMatchObject([{ template: 'password_changed' }])
  expect(await manager.send(resendEmail, { id: gone })).toMatchObject({
    status: 409,
    code: 'email_text_deleted',
  })
  expect((await manager.send(resendEmail, { id: 'x' })).status).toBe(400)
  expect((await manager.send(getEmails, { status: 'lost' })).status).toBe(400)
})

test('shows an example of each kind of email and sends it to the caller', async () => {
  const { data } = (await manager.send(getEmailTemplates)).answer
  expect(data.map(({ template }) => template)).toEqual([
    'welcome',
    'reset',
    'password_changed',
    'email_change',
    ...[
      'received',
      'to_confirm',
      'confirmed',
      'link',
      'edited',
      'shipped',
      'partly_shipped',
      'ready',
      'delivered',
      'cancelled',
      'refunded',
      'returned',
    ].map((kind) => `order_${kind}`),
    'return_requested',
    'return_approved',
    'return_refused',
    'withdrawal_received',
    'withdrawal_closed',
    'review_request',
    'order_message',
    'gift_card',
  ])
  for (const { subject, html, text } of data) {
    expect(subject + html + text).not.toContain('token=')
    expect(text).toContain('Asha Rao')
  }
  const sent = await manager.send(sendTestEmail, { template: 'welcome' })
  expect(sent.message).toBe('Email isn’t set up, so nothing was sent')
  expect((await manager.send(getEmails, { q: 'Test: ' })).answer.data).toMatchObject([
    { template: 'welcome' },
  ])
  expect((await manager.send(sendTestEmail, { template: 'constructor' })).status).toBe(404)
})
