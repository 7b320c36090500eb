import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changePassword } from '#contract/account.ts'
import { forgotPassword, login, register } from '#contract/auth.ts'
import { cookiesOf } from '#server/http/cookies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { countInDatabase, limitsOf } from '#server/http/rate-limit.ts'
import type { ShopContext } from '#server/http/route.ts'
import { latestMail, newUser, secret, signedIn, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { times } from '#test/harness/at-once.ts'
import { person, type Person } from '#test/harness/person.ts'
import { countSignIn } from './guessing.ts'
import { verifyPassword } from './password.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
beforeEach(() => db.deleteFrom('rate_limit').execute())

const guess = (browser: Person, email: string) => browser.send(login, { email, password: 'a wrong guess' })

/** As if so much time had gone by. */
const pass = (seconds: number) =>
  sql`update rate_limit set free_at = free_at - ${seconds} * interval '1 second'`.execute(db)

/** How many of an hour's tries, made as often as possible, were let through. */
async function triesInAnHour(step: number, attempt: () => Promise<boolean>): Promise<number> {
  let tried = 0
  for (let seconds = 0; seconds < 3600; seconds += step) {
    while (await attempt()) tried += 1
    await pass(step)
  }
  return tried
}

/** Whether a try to sign in is let through to the password. */
const isCounted = (email: string, clientAddress: string) =>
  countSignIn(
    {
      shop: { configId: 1 } as ShopContext,
      limits: limitsOf(countInDatabase(db), true),
      clientAddress,
      cookies: cookiesOf({}, false),
      keyedHash: keyedHash('a secret'),
    },
    email,
    undefined,
  ).then(
    () => true,
    () => false,
  )

test('at most 20 tries an hour on one account', async () => {
  let n = 0
  expect(await triesInAnHour(120, () => isCounted('a@example.com', `10.1.0.${++n}`))).toBe(19)
})

test('at most 100 tries an hour from one network', async () => {
  let n = 0
  expect(await triesInAnHour(60, () => isCounted(`somebody${++n}@example.com`, '10.1.1.1'))).toBe(99)
})

test('the same for an address without an account', async () => {
  const tries = await times(6, () => guess(stranger(app), 'nobody.knows@example.com'))
  expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([401, 401, 401, 401, 401, 429])
})

test('addresses of one IPv6 network are counted together', async () => {
  const from = (host: number) => person(app, { address: `2001:db8:1:2::${host.toString(16)}` })
  await guess(from(1), 'one@example.com')
  await guess(from(2), 'two@example.com')
  await guess(person(app, { address: '2001:db8:1:3::1' }), 'three@example.com')
  const rows = await sql<{ key: string; tries: number }>`
    select key, round(extract(epoch from free_at - now()) / 60)::int as tries
    from rate_limit where key like '% from %' order by key`.execute(db)
  expect(rows.rows).toEqual([
    { key: 'sign-in 1 from 2001:db8:1:2::/64', tries: 2 },
    { key: 'sign-in 1 from 2001:db8:1:3::/64', tries: 1 },
  ])
})

test('the refusal says how long to wait, and it is never longer than 15 minutes', async () => {
  const { email } = await newUser(db)
  await times(5, () => guess(stranger(app), email))
  const request = { method: 'POST', url: '/api/auth/login', payload: { email, password: secret } } as const
  const refused = await app.inject(request)
  expect(refused.statusCode).toBe(429)
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(200)
  expect(wait).toBeLessThanOrEqual(240)
  await pass(wait)
  expect((await app.inject(request)).statusCode).toBe(200)
})

test('when too many passwords wait, a sign-in is refused before anything of it is looked at', async () => {
  const waiting = times(21, () => verifyPassword(undefined, secret).catch(() => false))
  const refused = await stranger(app).send(login, { email: 'no address' })
  await waiting
  const message = 'Too many tries. Please try again in 2 seconds.'
  expect(refused).toMatchObject({ status: 429, code: 'too_many', message })
  expect(await stranger(app).send(login, { email: 'no address' })).toMatchObject({ status: 400 })
})

test('a success forgets the tries', async () => {
  const { email } = await newUser(db)
  await times(4, () => guess(stranger(app), email))
  await signedIn(app, email)
  const answers = await times(5, () => guess(stranger(app), email))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

test('who has signed in here before is not locked out by strangers, and gets no more tries than they', async () => {
  const { email } = await newUser(db)
  const owner = await signedIn(app, email)
  await times(6, () => guess(stranger(app), email))
  expect(await guess(stranger(app), email)).toMatchObject({ status: 429 })
  expect(await owner.send(login, { email, password: secret })).toMatchObject({ status: 200 })
  const own = await times(7, () => guess(owner, email))
  expect(own.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(await guess(stranger(app), email)).toMatchObject({ status: 429 })
})

test('the mark of a browser holds for its own account and cannot be made up', async () => {
  const [mine, theirs] = [await newUser(db), await newUser(db)]
  const attacker = await signedIn(app, mine.email)
  await times(5, () => guess(stranger(app), theirs.email))
  expect(await guess(attacker, theirs.email)).toMatchObject({ status: 429 })
  for (const device of ['', '.', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`, '%00']) {
    attacker.cookies.set('device', device)
    expect(await guess(attacker, theirs.email)).toMatchObject({ status: 429 })
  }
})

test('a stolen session cannot be used to guess the password', async () => {
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

test('at most 20 registrations an hour from one network', async () => {
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

test('at most three reset mails an hour to one address, and every answer is the same', async () => {
  const { email } = await newUser(db)
  const answers = await times(8, () => stranger(app).send(forgotPassword, { email }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const mails = db.selectFrom('mail').select('id').where('recipient', '=', email)
  expect(await mails.execute()).toHaveLength(3)
  await sql`update mailed_link set created_at = created_at - interval '61 minutes',
    expires_at = expires_at - interval '61 minutes'`.execute(db)
  await stranger(app).send(forgotPassword, { email })
  expect(await mails.execute()).toHaveLength(4)
  expect(await latestMail(db, email)).toMatchObject({ template: 'reset' })
})
