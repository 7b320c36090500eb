import { afterAll, describe, expect, test } from 'vitest'
import {
  changePassword,
  deleteSession,
  deleteSessions,
  getAccount,
  getSessions,
  updateAccount,
} from '#contract/identity/account.ts'
import { login } from '#contract/identity/auth.ts'
import { latestEmail, newUser, secret, signedIn, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const newcomer = async (columns?: object) => {
  const user = await newUser(db, columns)
  return { ...user, browser: await signedIn(app, user.email) }
}

const chosen = { password: 'another good one', confirmpassword: 'another good one' }
describe('details', () => {
  test('change one by one; fields that are not sent stay', async () => {
    const { id, email, browser } = await newcomer({ gender: 1 })
    const first = await browser.send(updateAccount, { fullName: '  Asha  ' })
    expect(first.answer.data).toMatchObject({ id, fullName: 'Asha', gender: 1, email, dp: null })
    expect((await browser.send(updateAccount, { gender: '2' })).answer.data).toMatchObject({ gender: 2 })
    expect((await browser.send(updateAccount, { gender: null })).answer.data).toMatchObject({ gender: null })
    expect((await browser.send(updateAccount, { email })).answer.data).toMatchObject({ email })
    expect((await browser.send(getAccount)).answer.data).toMatchObject({
      fullName: 'Asha',
      memberSince: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await latestEmail(db, email)).toBeUndefined()
  })

  test.each([
    { fullName: '' },
    { fullName: 1 },
    { gender: 3 },
    { email: 'x' },
    { email: 1 },
    { password: 1 },
    { roleId: 1 },
    { id: 1 },
    { dp: 'x.webp' },
  ])('refuse %j', async (wrong) => {
    const { browser } = await newcomer()
    expect(await browser.send(updateAccount, wrong)).toMatchObject({ status: 400 })
  })
})

describe('the password', () => {
  test('changes with the current password, ends other sessions and sends an email', async () => {
    const { email, browser } = await newcomer({ password_change_required: true })
    const other = await signedIn(app, email)
    const wrong = await browser.send(changePassword, { current: 'a wrong guess', ...chosen })
    expect(wrong).toMatchObject({ status: 400, code: 'wrong_password', issues: [{ path: 'current' }] })
    expect(await other.send(getAccount)).toMatchObject({ status: 200 })
    expect(await browser.send(changePassword, { current: secret, ...chosen })).toMatchObject({ status: 200 })
    expect(await other.send(getAccount)).toMatchObject({ status: 401 })
    expect((await browser.send(getAccount)).answer.data).toMatchObject({ mustChangePassword: false })
    expect(await latestEmail(db, email)).toMatchObject({ template: 'password_changed' })
    expect(await stranger(app).send(login, { email, password: secret })).toMatchObject({ status: 401 })
    expect(await stranger(app).send(login, { email, ...chosen })).toMatchObject({ status: 200 })
  })

  test.each([
    { current: '' },
    { current: 1 },
    { password: 'short' },
    { password: secret, confirmpassword: secret },
    { password: 'password123', confirmpassword: 'password123' },
    { confirmpassword: 'different' },
    { roleId: 1 },
  ])('refuses %j', async (wrong) => {
    const { browser } = await newcomer()
    const answer = await browser.send(changePassword, { current: secret, ...chosen, ...wrong })
    expect(answer).toMatchObject({ status: 400 })
  })
})

describe('sessions', () => {
  test('are listed by device, newest first, and end one by one', async () => {
    const { email, browser } = await newcomer()
    const phone = stranger(app)
    const agent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
    await phone.send(login, { email, password: secret }, { 'user-agent': agent })
    const { data } = (await browser.send(getSessions)).answer
    expect(data).toMatchObject([
      { device: 'Chrome on Android', current: false },
      { device: 'Unknown device', current: true },
    ])
    const { id } = data[0]!
    expect(await browser.send(deleteSession, { id })).toMatchObject({ status: 200 })
    expect(await browser.send(deleteSession, { id })).toMatchObject({ status: 404 })
    expect(await phone.send(getAccount)).toMatchObject({ status: 401 })
    await browser.send(deleteSession, { id: data[1]!.id })
    expect(browser.cookies.has('session')).toBe(false)
  })

  test('of other users are neither listed nor ended', async () => {
    const [asha, ravi] = [await newcomer(), await newcomer()]
    const own = (await asha.browser.send(getSessions)).answer.data
    expect(own).toHaveLength(1)
    expect(await ravi.browser.send(deleteSession, { id: own[0]!.id })).toMatchObject({ status: 404 })
    expect(await asha.browser.send(getAccount)).toMatchObject({ status: 200 })
    for (const id of [0, -1, 'x', 2 ** 31, '1e1'])
      expect(await ravi.browser.send(deleteSession, { id })).toMatchObject({ status: 400 })
  })

  test('all end at once, and those of other users stay', async () => {
    const [{ email, browser }, ravi] = [await newcomer(), await newcomer()]
    const other = await signedIn(app, email)
    const cookies = new Map(browser.cookies)
    expect(await browser.send(deleteSessions)).toMatchObject({ status: 200 })
    expect(browser.cookies.has('session')).toBe(false)
    browser.cookies.set('session', cookies.get('session')!)
    for (const ended of [browser, other]) expect(await ended.send(getAccount)).toMatchObject({ status: 401 })
    expect(await ravi.browser.send(getAccount)).toMatchObject({ status: 200 })
  })
})
