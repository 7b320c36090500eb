import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changePassword, getAccount } from '#contract/account.ts'
import { forgotPassword, getSession, login, resetPassword, verifyEmail } from '#contract/auth.ts'
import { latestMail, newUser, openElsewhere, secret, signedIn, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { byTheClock } from '#test/harness/by-the-clock.ts'
import { ageLinks, chosen, invalidLink, mailedReset } from '#test/harness/mailed-link.ts'
import { person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

beforeAll(() => openElsewhere(db, app))

describe('a forgotten password', () => {
  test('is set anew by the mailed link, once; every session ends and the address is confirmed', async () => {
    const { email } = await newUser(db, { password_change_required: true })
    const before = await signedIn(app, email)
    const token = await mailedReset(db, app, email)
    expect(await stranger(app).send(resetPassword, { token, ...chosen })).toMatchObject({ status: 200 })
    expect(await before.send(getAccount)).toMatchObject({ status: 401 })
    expect(await latestMail(db, email)).toMatchObject({ template: 'password_changed' })
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

  test('the link lives half an hour, and ends when another is made or the password is changed', async () => {
    const { email } = await newUser(db)
    const first = await mailedReset(db, app, email)
    const second = await mailedReset(db, app, email)
    expect(second).not.toBe(first)
    expect(await stranger(app).send(resetPassword, { token: first, ...chosen })).toMatchObject(invalidLink)
    await ageLinks(db, 31)
    expect(await stranger(app).send(resetPassword, { token: second, ...chosen })).toMatchObject(invalidLink)
    const third = await mailedReset(db, app, email)
    await ageLinks(db, 29)
    const owner = await signedIn(app, email)
    await owner.send(changePassword, { current: secret, ...chosen })
    expect(await stranger(app).send(resetPassword, { token: third, ...chosen })).toMatchObject(invalidLink)
  })

  test('the link is good in its own shop alone, and for nothing else', async () => {
    const { email } = await newUser(db)
    const token = await mailedReset(db, app, email)
    const elsewhere = stranger(app, 'other.example')
    expect(await elsewhere.send(resetPassword, { token, ...chosen })).toMatchObject(invalidLink)
    expect(await elsewhere.send(forgotPassword, { email })).toMatchObject({ status: 200 })
    expect(await stranger(app).send(verifyEmail, { token })).toMatchObject(invalidLink)
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
    const token = await mailedReset(db, app, email)
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

test('who knows an address learns nothing from a stopwatch', byTheClock, async () => {
  const { email } = await newUser(db)
  const [known, unknown] = [person(app, { address: '10.9.0.1' }), person(app, { address: '10.9.0.2' })]
  const time = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  type Ask = (browser: typeof known, address: string) => Promise<unknown>
  const difference = async (ask: Ask, rounds: number) => {
    const taken: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      taken[0].push(await time(() => ask(known, email)))
      taken[1].push(await time(() => ask(unknown, 'nobody@example.com')))
      await db.deleteFrom('rate_limit').execute()
    }
    const [a, b] = taken.map((list) => list.toSorted((x, y) => x - y)[rounds >> 1])
    return Math.max(a! / b!, b! / a!)
  }
  const signIn: Ask = (browser, address) => browser.send(login, { email: address, password: 'a guess' })
  const forget: Ask = (browser, address) => browser.send(forgotPassword, { email: address })
  expect(await difference(signIn, 7)).toBeLessThan(4)
  expect(await difference(forget, 3)).toBeLessThan(1.5)
})
