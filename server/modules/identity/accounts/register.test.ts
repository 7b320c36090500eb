import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount, updateAccount } from '#contract/identity/account.ts'
import {
  getSession,
  login,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/identity/auth.ts'
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

describe('the email address', () => {
  const input = { fullName: ' Ravi ', gender: 2, password: secret, confirmpassword: secret }

  test('is confirmed by the welcome email, whose link may be opened twice', async () => {
    const email = 'ravi@example.com'
    const answer = await stranger(app).send(register, { ...input, email: 'Ravi@Example.com' })
    expect(answer).toMatchObject({ status: 200, message: 'Registration successful' })
    const { template, token } = (await latestEmail(db, email))!
    expect(template).toBe('welcome')
    expect(answer.answer.data).toMatchObject({ user: { email, emailVerified: false } })
    const ravi = await signedIn(app, email)
    expect((await ravi.send(getAccount)).answer.data).toMatchObject({
      fullName: 'Ravi',
      gender: 2,
      email,
      emailVerified: false,
    })
    for (let times = 0; times < 2; times++)
      expect(await stranger(app).send(verifyEmail, { token })).toMatchObject({ status: 200 })
    expect((await ravi.send(getAccount)).answer.data).toMatchObject({ emailVerified: true })
    expect((await ravi.send(resendVerification)).message).toBe('Your email is already confirmed')
  })

  test('is registered without signing in, if the call says so', async () => {
    const [signedOut, signedUp] = [stranger(app), stranger(app)]
    const isSignedIn = async (visitor: typeof signedOut) =>
      (await visitor.send(getSession)).answer.data !== null
    const email = 'tara@example.com'
    expect(await signedOut.send(register, { ...input, email, signIn: 'false' })).toMatchObject({
      status: 200,
      message: 'Registration successful',
      answer: { data: { user: { email } } },
    })
    expect(await isSignedIn(signedOut)).toBe(false)
    expect((await signedIn(app, email)).cookies.has('session')).toBe(true)
    await signedUp.send(register, { ...input, email: `other.${email}` })
    expect(await isSignedIn(signedUp)).toBe(true)
  })

  test('its link is valid for seven days and can be resent three times an hour', async () => {
    const { email } = await newUser(db)
    const asha = await signedIn(app, email)
    await asha.send(resendVerification)
    const first = (await latestEmail(db, email))!.token
    await ageLinks(db, 7 * 24 * 60 + 1)
    expect(await asha.send(verifyEmail, { token: first })).toMatchObject(invalidLink)
    for (let times = 0; times < 3; times++)
      expect(await asha.send(resendVerification)).toMatchObject({ status: 200 })
    expect(await asha.send(resendVerification)).toMatchObject({ status: 429 })
    const { token } = (await latestEmail(db, email))!
    await ageLinks(db, 7 * 24 * 60 - 1)
    expect(await asha.send(verifyEmail, { token })).toMatchObject({ status: 200 })
  })

  test('changes with the password, once the link in the new mailbox is opened', async () => {
    const { email } = await newUser(db)
    const asha = await signedIn(app, email)
    const moved = `moved.${email}`
    expect(await asha.send(updateAccount, { email: moved })).toMatchObject({
      status: 400,
      issues: [{ path: 'password' }],
    })
    expect(await asha.send(updateAccount, { email: moved, password: 'wrong one' })).toMatchObject({
      status: 400,
      code: 'wrong_password',
    })
    const stale = await emailedReset(db, app, email)
    const answer = await asha.send(updateAccount, { email: moved.toUpperCase(), password: secret })
    expect(answer.answer.data.email).toBe(email)
    expect(await latestEmail(db, email)).not.toMatchObject({ template: 'email_change' })
    const { template, token } = (await latestEmail(db, moved))!
    expect(template).toBe('email_change')
    expect(await stranger(app).send(verifyEmail, { token })).toMatchObject({ status: 200 })
    expect((await asha.send(getAccount)).answer.data).toMatchObject({ email: moved, emailVerified: true })
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    expect(await stranger(app).send(resetPassword, { token: stale, ...chosen })).toMatchObject(invalidLink)
    await signedIn(app, moved)
  })

  test('cannot become one of another account, neither at the request nor when the link is opened', async () => {
    const [asha, taken] = [await newUser(db), await newUser(db)]
    const browser = await signedIn(app, asha.email)
    const change = (email: string) => browser.send(updateAccount, { email, password: secret })
    expect(await change(taken.email)).toMatchObject({ status: 409, code: 'email_taken' })
    const wanted = `wanted.${asha.email}`
    await change(wanted)
    await newUser(db, { email: wanted })
    const { token } = (await latestEmail(db, wanted))!
    expect(await browser.send(verifyEmail, { token })).toMatchObject({ status: 409, code: 'email_taken' })
    expect((await browser.send(getAccount)).answer.data.email).toBe(asha.email)
  })

  test('a pending change by a thief is void after the owner resets the password', async () => {
    const { email } = await newUser(db)
    const thief = await signedIn(app, email)
    await thief.send(updateAccount, { email: `thief.${email}`, password: secret })
    const { token } = (await latestEmail(db, `thief.${email}`))!
    await stranger(app).send(resetPassword, { token: await emailedReset(db, app, email), ...chosen })
    expect(await thief.send(verifyEmail, { token })).toMatchObject(invalidLink)
  })

  test('cannot be registered twice in any spelling, except in another shop', async () => {
    const { email } = await newUser(db)
    const again = await stranger(app).send(register, { ...input, email: email.toUpperCase() })
    expect(again).toMatchObject({ status: 409, code: 'email_taken', issues: [{ path: 'email' }] })
    expect(again.message).toMatch(/already/)
    const elsewhere = stranger(app, 'other.example')
    expect(await elsewhere.send(register, { ...input, email })).toMatchObject({ status: 200 })
  })

  test.each([
    { fullName: '' },
    { fullName: '  ' },
    { fullName: 'x'.repeat(201) },
    { fullName: 7 },
    { gender: 3 },
    { gender: '' },
    { gender: [1] },
    { email: 'ravi' },
    { email: { a: 1 } },
    { password: 'short' },
    { password: 12345678 },
    { password: 'x'.repeat(201) },
    { password: 'iloveyou1', confirmpassword: 'iloveyou1' },
    { password: 'PASSWORD123', confirmpassword: 'PASSWORD123' },
    { password: 'typed@example.com', confirmpassword: 'typed@example.com' },
    { confirmpassword: 'something else' },
    { confirmpassword: null },
  ])('registration refuses %j and names the field', async (wrong) => {
    const answer = await stranger(app).send(register, { ...input, email: 'typed@example.com', ...wrong })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.issues!.map(({ path }) => path)).toContain(Object.keys(wrong)[0])
  })
})

describe('extra fields', () => {
  test.each([{ roleId: 1 }, { configId: 2 }, { id: 1 }, { role_id: 1, email_verified_at: '2020-01-01' }])(
    '%j has no effect on a registration',
    async (extra) => {
      const email = `extra.${Object.keys(extra)[0]}@example.com`.toLowerCase()
      const input = { fullName: 'Ravi', gender: '1', email, password: secret, confirmpassword: secret }
      expect(await stranger(app).send(register, { ...input, ...extra })).toMatchObject({ status: 200 })
      const row = await db
        .selectFrom('app_user')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ role_id: 2, config_id: 1, email_verified_at: null })
      expect(row.id).toBeGreaterThan(1)
    },
  )

  test.each(['{"__proto__":{"roleId":1},', '{"constructor":{"prototype":{"roleId":1}},'])(
    '%s is refused',
    async (begin) => {
      const rest = `"fullName":"R","gender":1,"email":"proto@example.com","password":"${secret}","confirmpassword":"${secret}"}`
      const headers = { 'content-type': 'application/json' }
      const request = { method: 'POST', url: '/api/auth/register', headers, payload: begin + rest } as const
      expect((await app.inject(request)).statusCode).toBe(400)
    },
  )
})
