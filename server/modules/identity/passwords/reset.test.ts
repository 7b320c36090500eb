import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, getAccount } from '#contract/identity/account.ts'
import { forgotPassword, getSession, login, resetPassword, verifyEmail } from '#contract/identity/auth.ts'
import {
  latestEmail,
  newUser,
  openElsewhere,
  secret,
  signedIn,
  stranger,
} from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { ageLinks, chosen, invalidLink, emailedReset } from '#test/harness/people/email-token.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

beforeAll(() => openElsewhere(db, app))

describe('a forgotten password', () => {
  test('is reset once by the emailed link, which ends every session and confirms the address', async () => {
    const { email } = await newUser(db, { password_change_required: true })
    const before = await signedIn(app, email)
    const token = await emailedReset(db, app, email)
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
    expect(await before.send(getAccount)).toMatchObject({ status: 401 })
    expect(await latestEmail(db, email)).toMatchObject({ template: 'password_changed' })
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject(invalidLink)
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    const browser = stranger(app)
    await browser.send(login, { email, password: chosen.password })
    expect((await browser.send(getSession)).answer.data?.user).toMatchObject({
      email,
      emailVerified: true,
      mustChangePassword: false,
    })
  })

  test('its link is valid for half an hour, until another link is sent or the password changes', async () => {
    const { email } = await newUser(db)
    const first = await emailedReset(db, app, email)
    const second = await emailedReset(db, app, email)
    expect(second).not.toBe(first)
    expect(await stranger(app).send(resetPassword, { token: first, ...chosen })).toMatchObject(invalidLink)
    await ageLinks(db, 31)
    expect(await stranger(app).send(resetPassword, { token: second, ...chosen })).toMatchObject(invalidLink)
    const third = await emailedReset(db, app, email)
    await ageLinks(db, 29)
    const owner = await signedIn(app, email)
    await owner.send(changePassword, { current: secret, ...chosen })
    expect(await stranger(app).send(resetPassword, { token: third, ...chosen })).toMatchObject(invalidLink)
  })

  test('its link works in its own shop only, and for nothing else', async () => {
    const { email } = await newUser(db)
    const token = await emailedReset(db, app, email)
    const elsewhere = stranger(app, 'other.example')
    expect(await elsewhere.send(resetPassword, { token, ...chosen })).toMatchObject(invalidLink)
    expect(await elsewhere.send(forgotPassword, { email })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(verifyEmail, { token })).toMatchObject(invalidLink)
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
  })

  test.each([
    [{ host: 'made-up.example' }, 421, undefined],
    [{ host: 'made-up.example:80' }, 421, undefined],
    [{ host: 'localhost', 'x-forwarded-host': 'made-up.example' }, 200, 'http://localhost/'],
    [{ host: '203.0.113.7' }, 200, 'http://localhost/'],
    [{ host: 'localhost:99' }, 200, 'http://localhost/'],
    [{ host: '127.0.0.1' }, 200, 'http://127.0.0.1/'],
  ])('with %j its link leads to the shop alone', async (headers, status, start) => {
    const { email } = await newUser(db)
    expect(await stranger(app).send(forgotPassword, { email }, headers)).toMatchObject({ status })
    const sent = await db.selectFrom('email').select('body_text').where('recipient', '=', email).execute()
    const links = sent.flatMap(({ body_text }) => body_text?.match(/https?:\S+/g) ?? [])
    expect(links.map((link) => new URL('/', link).href)).toEqual(start === undefined ? [] : [start])
  })

  test('at the host of another shop its link leads there, whatever the port', async () => {
    const { email } = await newUser(db, { config_id: 2 })
    const headers = { host: 'other.example:99' }
    await stranger(app).send(forgotPassword, { email }, headers)
    const { body_text: text } = await db
      .selectFrom('email')
      .select('body_text')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(text).toContain('http://other.example/')
  })

  test('unknown and disabled accounts get the same answer and no email', async () => {
    const [known, locked] = [await newUser(db), await newUser(db, { disabled_at: new Date() })]
    const addresses = [known.email, locked.email, 'nobody@example.com']
    const answers = await Promise.all(addresses.map((email) => stranger(app).send(forgotPassword, { email })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    const emails = await Promise.all(addresses.map((email) => latestEmail(db, email)))
    expect(emails.map((email) => email?.template)).toEqual(['reset', undefined, undefined])
  })

  test('the new password must follow the rules, and a refused one does not use up the link', async () => {
    const { email } = await newUser(db)
    const token = await emailedReset(db, app, email)
    for (const password of ['short', 'Password1', 'qwertyuiop', '1234567890', email]) {
      const refused = await stranger(app).send(resetPassword, { token, password, confirmpassword: password })
      expect(refused).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
    }
    const differ = { ...chosen, confirmpassword: 'something else' }
    expect(await stranger(app).send(resetPassword, { token, ...differ })).toMatchObject({
      issues: [{ path: 'confirmpassword' }],
    })
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
  })

  test.each([{ token: 1 }, { token: '' }, { token: 'x'.repeat(101) }, { token: '../../etc' }, { extra: 1 }])(
    'refuses %j',
    async (wrong) => {
      const input = { token: 'x'.repeat(43), ...chosen, ...wrong }
      expect(await stranger(app).send(resetPassword, input)).toMatchObject({ status: 400 })
    },
  )
})

/** The stress suite `answer-times` compares the distributions; these tests check what makes them equal. */
describe('the time of an answer tells nothing about an address', () => {
  const time = async (work: Promise<unknown>) => {
    const start = performance.now()
    await work
    return performance.now() - start
  }

  test('a forgotten password is answered after a fixed time, or a multiple of it', async () => {
    const { id, email } = await newUser(db)
    const forget = (address: string) => time(stranger(app).send(forgotPassword, { email: address }))
    expect(await forget(email)).toBeGreaterThanOrEqual(249)
    expect(await forget('nobody@example.com')).toBeGreaterThanOrEqual(249)
    const isLocked = Promise.withResolvers<void>()
    const isReleased = Promise.withResolvers<void>()
    const locked = db.transaction().execute(async (tx) => {
      await tx.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute()
      isLocked.resolve()
      await isReleased.promise
    })
    await isLocked.promise
    const forgetting = forget(email)
    // Nearly two steps, so that a request that begins late still needs the second one.
    await wait(480)
    isReleased.resolve()
    expect(await forgetting).toBeGreaterThanOrEqual(499)
    await locked
  })

  test('a sign-in checks a password also without an account', async () => {
    const tries = Array.from({ length: 40 }, (_, index) =>
      stranger(app).send(login, { email: `nobody${index}@example.com`, password: 'a guess' }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    // The password queue is bounded: what it refuses would otherwise have been checked.
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  })
})
