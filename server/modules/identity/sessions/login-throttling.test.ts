import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changePassword } from '#contract/identity/account.ts'
import { forgotPassword, login, register } from '#contract/identity/auth.ts'
import { cookiesOf } from '#server/http/session/cookies.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { countInDatabase, createLimits } from '#server/http/limits/rate-limit.ts'
import type { ShopContext } from '#server/http/route.ts'
import { latestEmail, newUser, secret, signedIn, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { times } from '#test/harness/processes/at-once.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { throttleSignIn } from './login-throttling.ts'
import { verifyPassword } from '../passwords/password.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
beforeEach(() => db.deleteFrom('rate_limit').execute())

const guess = (browser: Client, email: string) => browser.send(login, { email, password: 'a wrong guess' })

/** Simulates that this much time has passed. */
const pass = (seconds: number) =>
  sql`update rate_limit set free_at = free_at - ${seconds} * interval '1 second'`.execute(db)

/** The number of allowed tries within an hour of constant trying. */
async function triesInAnHour(step: number, attempt: () => Promise<boolean>): Promise<number> {
  let tried = 0
  for (let seconds = 0; seconds < 3600; seconds += step) {
    while (await attempt()) tried += 1
    await pass(step)
  }
  return tried
}

/** Whether a sign-in reaches the password check. */
const isCounted = (email: string, clientAddress: string) =>
  throttleSignIn(
    {
      shop: { shopId: 1 } as ShopContext,
      services: { limits: createLimits(countInDatabase(db), true), keyedHash: keyedHash('a secret') },
      clientAddress,
      cookies: cookiesOf({}, false),
    },
    email,
    undefined,
  ).then(
    () => true,
    () => false,
  )

test('allows 20 tries an hour for one account from one network', async () => {
  expect(await triesInAnHour(120, () => isCounted('a@example.com', '10.1.0.1'))).toBe(19)
})

test('allows 115 tries an hour for one account from many networks, and the first of each', async () => {
  // Each of 40 networks tries five times at once, as often as it may.
  const networks = Array.from({ length: 40 }, (_, n) => `10.2.0.${n}`)
  let turn = 0
  const anywhere = async () => {
    for (let n = 0; n < networks.length; n++)
      if (await isCounted('b@example.com', networks[turn++ % networks.length] ?? '')) return true
    return false
  }
  expect(await triesInAnHour(240, anywhere)).toBe(114 + networks.length)
})

test('guesses from many networks do not shut out the owner at a new browser', async () => {
  const { email } = await newUser(db)
  for (let n = 0; n < 30; n++) await times(6, () => guess(client(app, { address: `10.3.0.${n}` }), email))
  expect(await guess(client(app, { address: '10.3.0.1' }), email)).toMatchObject({ status: 429 })
  const owner = client(app, { address: '10.4.0.1' })
  expect(await owner.send(login, { email, password: secret })).toMatchObject({ status: 200 })
})

test('allows 100 tries an hour from one network', async () => {
  let n = 0
  expect(await triesInAnHour(60, () => isCounted(`somebody${++n}@example.com`, '10.1.1.1'))).toBe(99)
})

test('limits an email without an account alike', async () => {
  const tries = await times(6, () => guess(client(app), 'nobody.knows@example.com'))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 401, 401, 401, 429])
})

test('counts the addresses of one IPv6 network together', async () => {
  const from = (host: number) => client(app, { address: `2001:db8:1:2::${host.toString(16)}` })
  await guess(from(1), 'one@example.com')
  await guess(from(2), 'two@example.com')
  await guess(client(app, { address: '2001:db8:1:3::1' }), 'three@example.com')
  const rows = await sql<{ key: string; tries: number }>`
    select key, round(extract(epoch from free_at - now()) / 60)::int as tries
    from rate_limit where key like '% from %' order by key`.execute(db)
  expect(rows.rows).toEqual([
    { key: 'sign-in 1 from 2001:db8:1:2::/64', tries: 2 },
    { key: 'sign-in 1 from 2001:db8:1:3::/64', tries: 1 },
  ])
})

test('names the time to wait, at most 15 minutes', async () => {
  const { email } = await newUser(db)
  await times(5, () => guess(client(app), email))
  const request = { method: 'POST', url: '/api/auth/login', payload: { email, password: secret } } as const
  const refused = await app.inject(request)
  expect(refused.statusCode).toBe(429)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(200)
  expect(wait).toBeLessThanOrEqual(240)
  await pass(wait)
  expect((await app.inject(request)).statusCode).toBe(200)
})

test('refuses a sign-in before reading it when the password queue is full', async () => {
  const waiting = times(21, () => verifyPassword(undefined, secret).catch(() => false))
  const refused = await stranger(app).send(login, { email: 'no address' })
  await waiting
  const message = 'Too many tries. Please try again in 2 seconds.'
  expect(refused).toMatchObject({ status: 429, code: 'too_many', message })
  expect(await stranger(app).send(login, { email: 'no address' })).toMatchObject({ status: 400 })
})

test('resets the count after a success', async () => {
  const { email } = await newUser(db)
  await times(4, () => guess(client(app), email))
  expect(await client(app).send(login, { email, password: secret })).toMatchObject({ status: 200 })
  const answers = await times(5, () => guess(client(app), email))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

test('counts a known device apart from strangers, with the same limit', async () => {
  const { email } = await newUser(db)
  const owner = await signedIn(app, email)
  await times(6, () => guess(client(app), email))
  expect(await guess(client(app), email)).toMatchObject({ status: 429 })
  expect(await owner.send(login, { email, password: secret })).toMatchObject({ status: 200 })
  const own = await times(7, () => guess(owner, email))
  expect(own.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(await guess(client(app), email)).toMatchObject({ status: 429 })
})

test('wrong guesses of strangers in the same network do not lock out a known device', async () => {
  const { email } = await newUser(db)
  const network = { address: '10.200.0.1' }
  const owner = client(app, network)
  const outsider = client(app, network)
  expect(await owner.send(login, { email, password: secret })).toMatchObject({ status: 200 })
  await times(6, () => guess(outsider, email))
  for (let n = 0; n < 50; n += 10) await times(10, (at) => guess(outsider, `nobody${n + at}@example.com`))
  expect(await outsider.send(login, { email, password: secret })).toMatchObject({ status: 429 })
  expect(await owner.send(login, { email, password: secret })).toMatchObject({ status: 200 })
})

test('a device knows several accounts', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => newUser(db)))
  const browser = stranger(app)
  for (const { email } of accounts)
    expect(await browser.send(login, { email, password: secret })).toMatchObject({ status: 200 })
  for (const { email } of accounts) {
    await times(6, () => guess(client(app), email))
    expect(await browser.send(login, { email, password: secret })).toMatchObject({ status: 200 })
  }
})

test('the device cookie is valid for its own account and cannot be forged', async () => {
  const [mine, theirs] = [await newUser(db), await newUser(db)]
  const attacker = await signedIn(app, mine.email)
  await times(5, () => guess(attacker, theirs.email))
  expect(await guess(attacker, theirs.email)).toMatchObject({ status: 429 })
  for (const device of ['', '.', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`, '%00']) {
    attacker.cookies.set('device', device)
    expect(await guess(attacker, theirs.email)).toMatchObject({ status: 429 })
  }
})

test('limits password guesses of a stolen session', async () => {
  const { email } = await newUser(db)
  const thief = await signedIn(app, email)
  const input = {
    current: 'a wrong guess',
    password: 'another good one',
    confirmpassword: 'another good one',
  }
  const answers = await times(6, () => thief.send(changePassword, input))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    400, 400, 400, 400, 400, 429,
  ])
})

test('wrong passwords in a stolen session do not block the owner’s', async () => {
  const { email } = await newUser(db)
  const [thief, owner] = [await signedIn(app, email), await signedIn(app, email)]
  const change = (current: string) => ({
    current,
    password: 'another good one',
    confirmpassword: 'another good one',
  })
  await times(6, () => thief.send(changePassword, change('a wrong guess')))
  expect(await owner.send(changePassword, change(secret))).toMatchObject({ status: 200 })
})

test('strangers who ask for reset links do not keep the owner from getting a valid one', async () => {
  const { email } = await newUser(db)
  const ask = () => stranger(app).send(forgotPassword, { email })
  await times(5, ask)
  // The links have expired, and the hour is not over.
  await sql`update email_token set created_at = created_at - interval '31 minutes',
    expires_at = expires_at - interval '31 minutes'`.execute(db)
  const emails = db.selectFrom('email').select('id').where('recipient', '=', email)
  expect(await emails.execute()).toHaveLength(3)
  await times(5, ask)
  expect(await emails.execute()).toHaveLength(4)
})

test('allows 20 registrations an hour from one network', async () => {
  const browser = stranger(app)
  const input = {
    fullName: 'R',
    gender: 1,
    email: 'a@example.com',
    password: secret,
    confirmpassword: secret,
  }
  const isTaken = async () => (await browser.send(register, input)).status !== 429
  expect(await triesInAnHour(450, isTaken)).toBe(19)
})

test('sends three reset emails an hour to one address and always answers alike', async () => {
  const { email } = await newUser(db)
  const answers = await times(8, () => stranger(app).send(forgotPassword, { email }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const emails = db.selectFrom('email').select('id').where('recipient', '=', email)
  expect(await emails.execute()).toHaveLength(3)
  await sql`update email_token set created_at = created_at - interval '61 minutes',
    expires_at = expires_at - interval '61 minutes'`.execute(db)
  await stranger(app).send(forgotPassword, { email })
  expect(await emails.execute()).toHaveLength(4)
  expect(await latestEmail(db, email)).toMatchObject({ template: 'reset' })
})
