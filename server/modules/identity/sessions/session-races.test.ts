import type { Updateable } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { changePassword, deleteSessions, getAccount, updateAccount } from '#contract/identity/account.ts'
import { forgotPassword, login, logout, resetPassword } from '#contract/identity/auth.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { AppUser } from '#server/db/schema.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { latestEmail, newUser, secret, signedIn, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { countByStatus, times, untilBlocked } from '#test/harness/processes/at-once.ts'
import { client, type Client } from '#test/harness/people/client.ts'

// Other tests cover rate limits.
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

const chosen = { password: 'another good one', confirmpassword: 'another good one' }

const countOf = async (table: 'session' | 'address' | 'shopper', userId: number) =>
  (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

test('of 8 concurrent resets with one link one succeeds, and its password is set', async () => {
  const { email } = await newUser(db)
  await stranger(app).send(forgotPassword, { email })
  const { token } = (await latestEmail(db, email))!
  const passwords = Array.from({ length: 8 }, (_, n) => `a password of its own ${n}`)
  const answers = await times(8, (n) =>
    stranger(app).send(resetPassword, { token, password: passwords[n], confirmpassword: passwords[n] }),
  )
  expect(countByStatus(answers)).toEqual({ 200: 1, 400: 7 })
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]
  expect(await stranger(app).send(login, { email, password: winner })).toMatchObject({ status: 200 })
})

test('of 8 concurrent reset links only the last one works', async () => {
  const { id, email } = await newUser(db)
  await times(8, () => stranger(app).send(forgotPassword, { email }))
  const links = await db.selectFrom('email_token').select('used_at').where('user_id', '=', id).execute()
  const emails = await db.selectFrom('email').select('body_text').where('recipient', '=', email).execute()
  expect(emails).toHaveLength(3)
  expect(links.filter(({ used_at }) => used_at === null)).toHaveLength(1)
  const tokens = emails.map(({ body_text }) => /token=([\w-]+)/.exec(body_text ?? '')?.[1])
  const answers = []
  for (const token of tokens) answers.push(await stranger(app).send(resetPassword, { token, ...chosen }))
  expect(countByStatus(answers)).toEqual({ 200: 1, 400: 2 })
})

test('a session gets 401 after another one changed the password', async () => {
  const { email } = await newUser(db)
  const [here, there] = [await signedIn(app, email), await signedIn(app, email)]
  const [changed, ...calls] = await Promise.all([
    here.send(changePassword, { current: secret, ...chosen }),
    ...Array.from({ length: 12 }, () => there.send(updateAccount, { fullName: 'Somebody' })),
  ])
  expect(changed.status).toBe(200)
  expect(calls.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await there.send(getAccount)).toMatchObject({ status: 401 })
  expect(await here.send(getAccount)).toMatchObject({ status: 200 })
})

test('of 8 concurrent password changes one succeeds, and the others get a wrong-password error', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const answers = await times(8, (n) => {
    const password = `a password of its own ${n}`
    return browser.send(changePassword, { current: secret, password, confirmpassword: password })
  })
  expect(countByStatus(answers)).toEqual({ 200: 1, 400: 7 })
})

describe('during a sign-in with the right password,', () => {
  /** The answer to a sign-in that waits for the commit of a change of its account. */
  async function signInDuring(id: number, work: (tx: Transaction) => Promise<unknown>, who: Client) {
    const { email } = await db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const signingIn = await db.transaction().execute(async (tx) => {
      await work(tx)
      const waiting = who.send(login, { email, password: secret })
      await untilBlocked(db, 1)
      return [waiting] as const
    })
    return signingIn[0]
  }
  const setting = (id: number, columns: Updateable<AppUser>) => (tx: Transaction) =>
    tx.updateTable('app_user').where('id', '=', id).set(columns).execute()

  test.each([
    ['the password is changed', { password_hash: 'another' }],
    ['the account is closed', { disabled_at: new Date() }],
  ])('%s: the sign-in is refused and the former session stays', async (_, columns) => {
    const { id, email } = await newUser(db)
    const browser = await signedIn(app, email)
    const refused = await signInDuring(id, setting(id, columns), browser)
    expect(refused).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(await countOf('session', id)).toBe(1)
  })

  test('deleting the account refuses it', async () => {
    const { id } = await newUser(db)
    const remove = (tx: Transaction) => tx.deleteFrom('app_user').where('id', '=', id).execute()
    expect(await signInDuring(id, remove, stranger(app))).toMatchObject({ status: 401 })
  })

  test('renaming lets it through, and it replaces the former session of the browser', async () => {
    const { id, email } = await newUser(db)
    const browser = await signedIn(app, email)
    const old = client(app, { cookies: new Map(browser.cookies) })
    expect(await signInDuring(id, setting(id, { full_name: 'Asha' }), browser)).toMatchObject({ status: 200 })
    expect(await countOf('session', id)).toBe(1)
    expect(await browser.send(getAccount)).toMatchObject({ status: 200 })
    expect(await old.send(getAccount)).toMatchObject({ status: 401 })
  })
})

test('sign-ins with the old password during its change leave no session', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const visitors = Array.from({ length: 8 }, () => stranger(app))
  const [changed] = await Promise.all([
    browser.send(changePassword, { current: secret, ...chosen }),
    ...visitors.map((visitor) => visitor.send(login, { email, password: secret })),
  ])
  expect(changed.status).toBe(200)
  const after = await Promise.all(visitors.map((visitor) => visitor.send(getAccount)))
  expect(countByStatus(after)).toEqual({ 401: 8 })
  expect(await countOf('session', id)).toBe(1)
})

test('16 concurrent sign-outs succeed and end the session', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const tabs = Array.from({ length: 16 }, () => client(app, { cookies: new Map(browser.cookies) }))
  expect(countByStatus(await Promise.all(tabs.map((tab) => tab.send(logout))))).toEqual({ 200: 16 })
  expect(await countOf('session', id)).toBe(0)
})

test('8 sessions that sign out everywhere at once leave none', async () => {
  const { id, email } = await newUser(db)
  const browsers = await times(8, () => signedIn(app, email))
  const answers = await Promise.all(browsers.map((browser) => browser.send(deleteSessions)))
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await countOf('session', id)).toBe(0)
})

test('8 concurrent sign-ins of one visitor merge into one shopper', async () => {
  const { id, email } = await newUser(db)
  const visitor = makeToken()
  await db
    .insertInto('shopper')
    .values({ config_id: 1, visitor_hash: hashToken(visitor) })
    .execute()
  const tabs = Array.from({ length: 8 }, () => client(app, { cookies: new Map([['visitor', visitor]]) }))
  expect(
    countByStatus(await Promise.all(tabs.map((tab) => tab.send(login, { email, password: secret })))),
  ).toEqual({
    200: 8,
  })
  expect(await countOf('shopper', id)).toBe(1)
  const left = db.selectFrom('shopper').select('id').where('visitor_hash', '=', hashToken(visitor))
  expect(await left.execute()).toEqual([])
  expect(tabs.every(({ cookies }) => !cookies.has('visitor') && cookies.has('session'))).toBe(true)
})

test('8 concurrent sign-ins of a signed-in browser end its former session', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const tabs = Array.from({ length: 8 }, () => client(app, { cookies: new Map(browser.cookies) }))
  await Promise.all(tabs.map((tab) => tab.send(login, { email, password: secret })))
  expect(await browser.send(getAccount)).toMatchObject({ status: 401 })
  expect(await countOf('session', id)).toBe(8)
})
