import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { getSession, login, logout } from '#contract/auth.ts'
import { hashToken } from '#server/http/secret-token.ts'
import { newUser, openElsewhere, secret, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const someone = (host?: string) => stranger(app, host)

const sessionsOf = (userId: number) =>
  db.selectFrom('session').selectAll().where('user_id', '=', userId).orderBy('id').execute()

beforeAll(() => openElsewhere(db, app))

describe('signing in', () => {
  test('answers who it is and a token to show, and sets a cookie that scripts cannot read', async () => {
    const { id, email } = await newUser(db, { picture: 'abc.webp' })
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: ` ${email.toUpperCase()} `, password: secret },
    })
    const { status, message, token, data } = response.json()
    expect({ status, message }).toEqual({ status: true, message: 'Signed in successfully' })
    expect(data.token).toBe(token)
    const shown = { id, fullName: 'Asha Rao', email, roleId: 2, configId: 1, dp: 'abc.webp' }
    expect(data.user).toEqual({ ...shown, emailVerified: false, mustChangePassword: false, permissions: [] })
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(claims).toEqual({ ...shown, iat: expect.any(Number) })
    const [session, device] = [response.headers['set-cookie'] ?? []].flat()
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(device).toMatch(/^device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
  })

  test('only the hash of the cookie is kept, with what the browser says it is', async () => {
    const { id, email } = await newUser(db)
    const asha = someone()
    await asha.send(login, { email, password: secret }, { 'user-agent': 'x'.repeat(400) })
    const [session, ...others] = await sessionsOf(id)
    expect(others).toEqual([])
    expect(session).toMatchObject({
      token_hash: hashToken(asha.cookies.get('session')!),
      user_agent: 'x'.repeat(300),
      remember: false,
    })
  })

  test.each([
    [true, 30, 30 * 24 * 3600],
    ['on', 30, 30 * 24 * 3600],
    [false, 7, undefined],
  ])('remember %j: %i days on the server, %s seconds in the browser', async (remember, days, maxAge) => {
    const { id, email } = await newUser(db)
    const payload = { email, password: secret, remember }
    const { cookies } = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(cookies.find(({ name }) => name === 'session')?.maxAge).toBe(maxAge)
    const [session] = await sessionsOf(id)
    expect(Number(session!.expires_at) - Number(session!.created_at)).toBe(days * 24 * 3_600_000)
  })

  test('ends the session that the browser had, and never takes over a token that was put there', async () => {
    const { id, email } = await newUser(db)
    const asha = someone()
    const planted = 'planted-by-somebody-else-1234567890123456789'
    asha.cookies.set('session', planted)
    await asha.send(login, { email, password: secret })
    const first = asha.cookies.get('session')!
    expect(first).not.toBe(planted)
    await asha.send(login, { email, password: secret })
    expect(asha.cookies.get('session')).not.toBe(first)
    expect(await sessionsOf(id)).toHaveLength(1)
    const old = person(app, { cookies: new Map([['session', first]]) })
    expect(await old.send(getAccount)).toMatchObject({ status: 401 })
    const taken = person(app, { cookies: new Map([['session', planted]]) })
    expect(await taken.send(getAccount)).toMatchObject({ status: 401 })
  })

  test('an unknown address and a wrong password get the same answer', async () => {
    const { email } = await newUser(db)
    const wrong = await someone().send(login, { email, password: 'something else' })
    const unknown = await someone().send(login, { email: 'nobody@example.com', password: secret })
    expect(unknown).toEqual(wrong)
    expect(wrong).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
      message: 'E-mail or password is wrong',
    })
  })

  test('does not let in who is locked out, nor who belongs to another shop', async () => {
    const locked = await newUser(db, { disabled_at: new Date() })
    expect(await someone().send(login, { ...locked, password: secret })).toMatchObject({ status: 401 })
    const { email } = await newUser(db)
    const elsewhere = await someone('other.example').send(login, { email, password: secret })
    expect(elsewhere).toMatchObject({ status: 401, code: 'wrong_credentials' })
  })

  test('a session holds in its own shop alone', async () => {
    const { email } = await newUser(db)
    const asha = someone()
    await asha.send(login, { email, password: secret })
    const elsewhere = person(app, { host: 'other.example', cookies: asha.cookies })
    expect(await elsewhere.send(getAccount)).toMatchObject({ status: 401 })
    expect((await elsewhere.send(getSession)).answer.data).toBeNull()
  })

  test.each([
    { email: 1 },
    { email: [] },
    { email: 'no address' },
    { email: `${'x'.repeat(250)}@example.com` },
    { password: null },
    { password: '' },
    { password: { $gt: '' } },
    { password: 'x'.repeat(201) },
    { remember: 'perhaps' },
    { remember: 7 },
  ])('refuses %j', async (wrong) => {
    const good = { email: 'a@example.com', password: secret }
    expect(await someone().send(login, { ...good, ...wrong })).toMatchObject({
      status: 400,
      issues: [{ path: Object.keys(wrong)[0] }],
    })
  })
})

describe('the session', () => {
  test('is nobody without a cookie, and who it is with one; a password to be changed is told', async () => {
    const { email } = await newUser(db, { password_change_required: true })
    const asha = someone()
    expect((await asha.send(getSession)).answer.data).toBeNull()
    await asha.send(login, { email, password: secret })
    expect((await asha.send(getSession)).answer.data?.user).toMatchObject({ email, mustChangePassword: true })
  })

  test('the display token is no credential', async () => {
    const { email } = await newUser(db)
    const { answer } = await someone().send(login, { email, password: secret })
    const thief = person(app, { cookies: new Map([['session', answer.token]]) })
    expect(await thief.send(getAccount)).toMatchObject({ status: 401 })
    const bearer = await someone().send(getAccount, {}, { authorization: `Bearer ${answer.token}` })
    expect(bearer).toMatchObject({ status: 401 })
  })

  test('is over when it is over', async () => {
    const { id, email } = await newUser(db)
    const asha = someone()
    await asha.send(login, { email, password: secret })
    await db
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - 9e8), expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', id)
      .execute()
    expect(await asha.send(getAccount)).toMatchObject({ status: 401 })
  })
})

describe('signing out', () => {
  test('ends the session here and no other', async () => {
    const { id, email } = await newUser(db)
    const [here, there] = [someone(), someone()]
    for (const browser of [here, there]) await browser.send(login, { email, password: secret })
    const cookies = new Map(here.cookies)
    expect(await here.send(logout)).toMatchObject({ status: 200, message: 'Logged out successfully' })
    expect(here.cookies.has('session')).toBe(false)
    expect(await person(app, { cookies }).send(getAccount)).toMatchObject({ status: 401 })
    expect(await there.send(getAccount)).toMatchObject({ status: 200 })
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('is fine where nobody is signed in', async () => {
    expect(await someone().send(logout)).toMatchObject({ status: 200, message: 'Logged out successfully' })
  })
})
