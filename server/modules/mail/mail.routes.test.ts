import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMail, getMails } from '#contract/mail.ts'
import { testApp } from '#test/harness/app.ts'
import { openSession, person, type Person } from '#test/harness/person.ts'
import { resetMail, sendMail, welcomeMail } from './index.ts'

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
  await db.insertInto('shop').values({ config_id: 2, name: 'Other shop' }).execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
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

test('the admin reads a mail; other staff sees that there is one, not the link in it', async () => {
  const { id } = (await admin.send(getMails)).answer.data[0]!
  const { text, html } = resetMail(given)
  expect((await admin.send(getMail, { id })).answer.data).toMatchObject({ id, text, html })
  expect((await manager.send(getMail, { id })).answer.data).toMatchObject({ id, text: null, html: null })
  expect((await elsewhere.send(getMail, { id })).status).toBe(404)
  expect((await admin.send(getMail, { id: 999_999 })).status).toBe(404)
  expect((await admin.send(getMail, { id: 'x' })).status).toBe(400)
})
