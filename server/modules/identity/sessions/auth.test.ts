import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccount } from '#contract/identity/account.ts'
import { getSession, login, logout } from '#contract/identity/auth.ts'
import { hashToken } from '#server/platform/secret-token.ts'
import { newUser, openElsewhere, secret, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const someone = (host?: string) => stranger(app, host)

const sessionsOf = (userId: number) =>
  db.selectFrom('session').selectAll().where('user_id', '=', userId).orderBy('id').execute()

beforeAll(() => openElsewhere(db, app))

describe('signing in', () => {
  test('returns the user with a display token and sets an HttpOnly cookie', async () => {
    const { id, email } = await newUser(db, { image: 'abc.webp' })
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

  test('stores only the hash of the cookie, with the user agent', async () => {
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

  test('ends the former session of the browser and never adopts a planted token', async () => {
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
    const old = client(app, { cookies: new Map([['session', first]]) })
    expect(await old.send(getAccount)).toMatchObject({ status: 401 })
    const taken = client(app, { cookies: new Map([['session', planted]]) })
    expect(await taken.send(getAccount)).toMatchObject({ status: 401 })
  })

  test('answers alike for an unknown email and a wrong password', async () => {
    const { email } = await newUser(db)
    const wrong = await someone().send(login, { email, password: 'something else' })
    const unknown = await someone().send(login, { email: 'nobody@example.com', password: secret })
    expect(unknown).toEqual(wrong)
    expect(wrong).toMatchObject({
      status: 401,
      code: 'wrong_credentials',
      message: 'Incorrect email or password',
    })
  })

  test('refuses disabled accounts and accounts of another shop', async () => {
    const locked = await newUser(db, { disabled_at: new Date() })
    expect(await someone().send(login, { ...locked, password: secret })).toMatchObject({ status: 401 })
    const { email } = await newUser(db)
    const elsewhere = await someone('other.example').send(login, { email, password: secret })
    expect(elsewhere).toMatchObject({ status: 401, code: 'wrong_credentials' })
  })

  test('a session is valid in its own shop only', async () => {
    const { email } = await newUser(db)
    const asha = someone()
    await asha.send(login, { email, password: secret })
    const elsewhere = client(app, { host: 'other.example', cookies: asha.cookies })
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
  test('is empty without a cookie, and names the user and a required password change with one', async () => {
    const { email } = await newUser(db, { password_change_required: true })
    const asha = someone()
    expect((await asha.send(getSession)).answer.data).toBeNull()
    await asha.send(login, { email, password: secret })
    expect((await asha.send(getSession)).answer.data?.user).toMatchObject({ email, mustChangePassword: true })
  })

  test('does not accept the display token as a credential', async () => {
    const { email } = await newUser(db)
    const { answer } = await someone().send(login, { email, password: secret })
    const thief = client(app, { cookies: new Map([['session', answer.token]]) })
    expect(await thief.send(getAccount)).toMatchObject({ status: 401 })
    const bearer = await someone().send(getAccount, {}, { authorization: `Bearer ${answer.token}` })
    expect(bearer).toMatchObject({ status: 401 })
  })

  test('expires', async () => {
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
  test('ends this session and no other', async () => {
    const { id, email } = await newUser(db)
    const [here, there] = [someone(), someone()]
    for (const browser of [here, there]) await browser.send(login, { email, password: secret })
    const cookies = new Map(here.cookies)
    expect(await here.send(logout)).toMatchObject({ status: 200, message: 'Logged out successfully' })
    expect(here.cookies.has('session')).toBe(false)
    expect(await client(app, { cookies }).send(getAccount)).toMatchObject({ status: 401 })
    expect(await there.send(getAccount)).toMatchObject({ status: 200 })
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  test('succeeds without a session', async () => {
    expect(await someone().send(logout)).toMatchObject({ status: 200, message: 'Logged out successfully' })
  })
})
