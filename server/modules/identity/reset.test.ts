import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, getAccount, updateAccount } from '#contract/account.ts'
import {
  forgotPassword,
  getSession,
  login,
  register,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/auth.ts'
import { latestMail, newUser, secret, signedIn, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

beforeAll(async () => {
  await db.insertInto('shop').values({ config_id: 2, name: 'Elsewhere' }).execute()
  await db.insertInto('shop_host').values({ config_id: 2, host: 'other.example' }).execute()
})

const chosen = { password: 'another good one', confirmpassword: 'another good one' }

/** A mailed link for a new password. */
async function mailedReset(email: string): Promise<string> {
  await stranger(app).send(forgotPassword, { email: email.toUpperCase() })
  return (await latestMail(db, email))!.token!
}

const age = (minutes: number) =>
  sql`update mailed_link set created_at = created_at - ${minutes} * interval '1 minute',
    expires_at = expires_at - ${minutes} * interval '1 minute'`.execute(db)

const invalid = { status: 400, code: 'invalid_link' }

describe('a forgotten password', () => {
  test('is set anew by the mailed link, once; every session ends and the address is confirmed', async () => {
    const { email } = await newUser(db, { password_change_required: true })
    const before = await signedIn(app, email)
    const token = await mailedReset(email)
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
    expect(await before.send(getAccount)).toMatchObject({ status: 401 })
    expect(await latestMail(db, email)).toMatchObject({ template: 'password_changed' })
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject(invalid)
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    const browser = stranger(app)
    await browser.send(login, { email, password: chosen.password })
    expect((await browser.send(getSession)).answer.data?.user).toMatchObject({
      email,
      emailVerified: true,
      mustChangePassword: false,
    })
  })

  test('the link lives half an hour, and ends when another is made or the password is changed', async () => {
    const { email } = await newUser(db)
    const first = await mailedReset(email)
    const second = await mailedReset(email)
    expect(second).not.toBe(first)
    expect(await stranger(app).send(resetPassword, { token: first, ...chosen })).toMatchObject(invalid)
    await age(31)
    expect(await stranger(app).send(resetPassword, { token: second, ...chosen })).toMatchObject(invalid)
    const third = await mailedReset(email)
    await age(29)
    const owner = await signedIn(app, email)
    await owner.send(changePassword, { current: secret, ...chosen })
    expect(await stranger(app).send(resetPassword, { token: third, ...chosen })).toMatchObject(invalid)
  })

  test('the link is good in its own shop alone, and for nothing else', async () => {
    const { email } = await newUser(db)
    const token = await mailedReset(email)
    const elsewhere = stranger(app, 'other.example')
    expect(await elsewhere.send(resetPassword, { token, ...chosen })).toMatchObject(invalid)
    expect(await elsewhere.send(forgotPassword, { email })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(verifyEmail, { token })).toMatchObject(invalid)
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
  })

  test('an address without an account, or of somebody locked out, gets no mail and the same answer', async () => {
    const [known, locked] = [await newUser(db), await newUser(db, { disabled_at: new Date() })]
    const emails = [known.email, locked.email, 'nobody@example.com']
    const answers = await Promise.all(emails.map((email) => stranger(app).send(forgotPassword, { email })))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    const mails = await Promise.all(emails.map((email) => latestMail(db, email)))
    expect(mails.map((mail) => mail?.template)).toEqual(['reset', undefined, undefined])
  })

  test('the new password is held against the rules, and the link is not used up by a bad one', async () => {
    const { email } = await newUser(db)
    const token = await mailedReset(email)
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

describe('an address', () => {
  const input = { fullName: ' Ravi ', gender: 2, password: secret, confirmpassword: secret }

  test('is confirmed by the mail that welcomes; to open the link again is no mistake', async () => {
    const email = 'ravi@example.com'
    const answer = await stranger(app).send(register, { ...input, email: 'Ravi@Example.com' })
    expect(answer).toMatchObject({ status: 200, message: 'Registration successful' })
    const { template, token } = (await latestMail(db, email))!
    expect(template).toBe('welcome')
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
    expect((await ravi.send(resendVerification)).message).toBe('Your e-mail address is confirmed already')
  })

  test('the link lives seven days and can be asked for again, three times an hour', async () => {
    const { email } = await newUser(db)
    const asha = await signedIn(app, email)
    await asha.send(resendVerification)
    const first = (await latestMail(db, email))!.token
    await age(7 * 24 * 60 + 1)
    expect(await asha.send(verifyEmail, { token: first })).toMatchObject(invalid)
    for (let times = 0; times < 3; times++)
      expect(await asha.send(resendVerification)).toMatchObject({ status: 200 })
    expect(await asha.send(resendVerification)).toMatchObject({ status: 429 })
    const { token } = (await latestMail(db, email))!
    await age(7 * 24 * 60 - 1)
    expect(await asha.send(verifyEmail, { token })).toMatchObject({ status: 200 })
  })

  test('another one needs the password, and takes the place when its link is opened', async () => {
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
    const stale = await mailedReset(email)
    const answer = await asha.send(updateAccount, { email: moved.toUpperCase(), password: secret })
    expect(answer.answer.data.email).toBe(email)
    expect(await latestMail(db, email)).not.toMatchObject({ template: 'email_change' })
    const { template, token } = (await latestMail(db, moved))!
    expect(template).toBe('email_change')
    expect(await stranger(app).send(verifyEmail, { token })).toMatchObject({ status: 200 })
    expect((await asha.send(getAccount)).answer.data).toMatchObject({ email: moved, emailVerified: true })
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    expect(await stranger(app).send(resetPassword, { token: stale, ...chosen })).toMatchObject(invalid)
    await signedIn(app, moved)
  })

  test('of somebody else cannot be taken, neither when asked for nor when the link is opened', async () => {
    const [asha, taken] = [await newUser(db), await newUser(db)]
    const browser = await signedIn(app, asha.email)
    const change = (email: string) => browser.send(updateAccount, { email, password: secret })
    expect(await change(taken.email)).toMatchObject({ status: 409, code: 'email_taken' })
    const wanted = `wanted.${asha.email}`
    await change(wanted)
    await newUser(db, { email: wanted })
    const { token } = (await latestMail(db, wanted))!
    expect(await browser.send(verifyEmail, { token })).toMatchObject({ status: 409, code: 'email_taken' })
    expect((await browser.send(getAccount)).answer.data.email).toBe(asha.email)
  })

  test('a change that a thief has asked for ends when the owner sets a new password', async () => {
    const { email } = await newUser(db)
    const thief = await signedIn(app, email)
    await thief.send(updateAccount, { email: `thief.${email}`, password: secret })
    const { token } = (await latestMail(db, `thief.${email}`))!
    await stranger(app).send(resetPassword, { token: await mailedReset(email), ...chosen })
    expect(await thief.send(verifyEmail, { token })).toMatchObject(invalid)
  })

  test('a taken one cannot be registered again, however it is written; in another shop it can', async () => {
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
  ])('registration refuses %j beside its field', async (wrong) => {
    const answer = await stranger(app).send(register, { ...input, email: 'typed@example.com', ...wrong })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.issues!.map(({ path }) => path)).toContain(Object.keys(wrong)[0])
  })
})

test('who knows an address learns nothing from a stopwatch', async () => {
  const { email } = await newUser(db)
  const [known, unknown] = [person(app, { address: '10.9.0.1' }), person(app, { address: '10.9.0.2' })]
  const time = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const medians = async (ask: (browser: typeof known, address: string) => Promise<unknown>) => {
    const taken: [number[], number[]] = [[], []]
    for (let round = 0; round < 7; round++) {
      taken[0].push(await time(() => ask(known, email)))
      taken[1].push(await time(() => ask(unknown, 'nobody@example.com')))
      await db.deleteFrom('rate_limit').execute()
    }
    return taken.map((list) => list.toSorted((a, b) => a - b)[3]!) as [number, number]
  }
  for (const ask of [
    (browser: typeof known, address: string) => browser.send(login, { email: address, password: 'a guess' }),
    (browser: typeof known, address: string) => browser.send(forgotPassword, { email: address }),
  ]) {
    const [withAccount, without] = await medians(ask)
    expect(withAccount / without).toBeGreaterThan(0.5)
    expect(withAccount / without).toBeLessThan(2)
  }
})
