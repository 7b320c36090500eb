import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  changePassword,
  createAddress,
  deleteAccount,
  deleteSessions,
  getAccount,
  getAddresses,
  updateAccount,
  updateAddress,
} from '#contract/account.ts'
import { forgotPassword, login, logout, register, resetPassword, verifyEmail } from '#contract/auth.ts'
import { createWishlist } from '#contract/wishlist.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { latestMail, newUser, secret, signedIn, stranger } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { person } from '#test/harness/person.ts'

// How many may try is tested elsewhere.
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

const chosen = { password: 'another good one', confirmpassword: 'another good one' }
const home = {
  fullName: 'Asha Rao',
  phone: '+91 98765 43210',
  line1: '4 Rose Lane',
  city: 'Pune',
  state: 'MH',
}
const address = { ...home, pincode: '411001' }

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** How often each status came. */
function tally(answers: readonly { status: number }[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...groups].map(([status, of]) => [status, of.length]))
}

const countOf = async (table: 'session' | 'address' | 'shopper', userId: number) =>
  (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

test('one address registered 16 times at once: one account, one mail, 15 × 409', async () => {
  const email = 'eager@example.com'
  const input = { fullName: 'Ravi', gender: 1, email, password: secret, confirmpassword: secret }
  const answers = await times(16, (n) =>
    stranger(app).send(register, { ...input, email: n % 2 ? email : email.toUpperCase() }),
  )
  expect(tally(answers)).toEqual({ 200: 1, 409: 15 })
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toHaveLength(1)
  expect(await db.selectFrom('mail').select('id').where('recipient', '=', email).execute()).toHaveLength(1)
})

test('8 resets with one link: one wins, and its password is the one', async () => {
  const { email } = await newUser(db)
  await stranger(app).send(forgotPassword, { email })
  const { token } = (await latestMail(db, email))!
  const passwords = Array.from({ length: 8 }, (_, n) => `a password of its own ${n}`)
  const answers = await times(8, (n) =>
    stranger(app).send(resetPassword, { token, password: passwords[n], confirmpassword: passwords[n] }),
  )
  expect(tally(answers)).toEqual({ 200: 1, 400: 7 })
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]
  expect(await stranger(app).send(login, { email, password: winner })).toMatchObject({ status: 200 })
})

test('8 links asked for at once: the last one made works, and no other', async () => {
  const { id, email } = await newUser(db)
  await times(8, () => stranger(app).send(forgotPassword, { email }))
  const links = await db.selectFrom('mailed_link').select('used_at').where('user_id', '=', id).execute()
  const mails = await db.selectFrom('mail').select('body_text').where('recipient', '=', email).execute()
  expect(mails).toHaveLength(3)
  expect(links.filter(({ used_at }) => used_at === null)).toHaveLength(1)
  const tokens = mails.map(({ body_text }) => /token=([\w-]+)/.exec(body_text ?? '')?.[1])
  const answers = []
  for (const token of tokens) answers.push(await stranger(app).send(resetPassword, { token, ...chosen }))
  expect(tally(answers)).toEqual({ 200: 1, 400: 2 })
})

test('the password is changed while another session calls: that session is 401 afterwards', async () => {
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

test('8 changes of the password at once: one wins, the others did not know the present one', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const answers = await times(8, (n) => {
    const password = `a password of its own ${n}`
    return browser.send(changePassword, { current: secret, password, confirmpassword: password })
  })
  expect(tally(answers)).toEqual({ 200: 1, 400: 7 })
})

/** Until so many calls wait for a lock. */
async function untilBlocked(count: number) {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.count
    })
    .toBe(count)
}

test('a sign-in whose password is changed after it was found right is refused', async () => {
  const { id, email } = await newUser(db)
  const visitor = stranger(app)
  const signingIn = await db.transaction().execute(async (tx) => {
    const row = tx.updateTable('app_user').where('id', '=', id)
    await row.set({ password_hash: 'another' }).execute()
    const waiting = visitor.send(login, { email, password: secret })
    await untilBlocked(1)
    return [waiting] as const
  })
  expect(await signingIn[0]).toMatchObject({ status: 401, code: 'wrong_credentials' })
  expect(await countOf('session', id)).toBe(0)
})

test('sign-ins with the old password while it is changed leave no session behind', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const visitors = Array.from({ length: 8 }, () => stranger(app))
  const [changed] = await Promise.all([
    browser.send(changePassword, { current: secret, ...chosen }),
    ...visitors.map((visitor) => visitor.send(login, { email, password: secret })),
  ])
  expect(changed.status).toBe(200)
  const after = await Promise.all(visitors.map((visitor) => visitor.send(getAccount)))
  expect(tally(after)).toEqual({ 401: 8 })
  expect(await countOf('session', id)).toBe(1)
})

test('16 sign-outs at once: each is fine, and the session is over', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const tabs = Array.from({ length: 16 }, () => person(app, { cookies: new Map(browser.cookies) }))
  expect(tally(await Promise.all(tabs.map((tab) => tab.send(logout))))).toEqual({ 200: 16 })
  expect(await countOf('session', id)).toBe(0)
})

test('8 sessions sign out everywhere at once: no session is left', async () => {
  const { id, email } = await newUser(db)
  const browsers = await times(8, () => signedIn(app, email))
  const answers = await Promise.all(browsers.map((browser) => browser.send(deleteSessions)))
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await countOf('session', id)).toBe(0)
})

test('8 sign-ins adopt the same visitor: one shopper, the visitor is no more', async () => {
  const { id, email } = await newUser(db)
  const visitor = makeToken()
  await db
    .insertInto('shopper')
    .values({ config_id: 1, visitor_hash: hashToken(visitor) })
    .execute()
  const tabs = Array.from({ length: 8 }, () => person(app, { cookies: new Map([['visitor', visitor]]) }))
  expect(tally(await Promise.all(tabs.map((tab) => tab.send(login, { email, password: secret }))))).toEqual({
    200: 8,
  })
  expect(await countOf('shopper', id)).toBe(1)
  const left = db.selectFrom('shopper').select('id').where('visitor_hash', '=', hashToken(visitor))
  expect(await left.execute()).toEqual([])
  expect(tabs.every(({ cookies }) => !cookies.has('visitor') && cookies.has('session'))).toBe(true)
})

test('8 sign-ins of a browser that was signed in: the session that it had is over', async () => {
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const tabs = Array.from({ length: 8 }, () => person(app, { cookies: new Map(browser.cookies) }))
  await Promise.all(tabs.map((tab) => tab.send(login, { email, password: secret })))
  expect(await browser.send(getAccount)).toMatchObject({ status: 401 })
  expect(await countOf('session', id)).toBe(8)
})

test('the account is deleted while a session calls: nothing is left, and nothing is a fault of ours', async () => {
  const { id, email } = await newUser(db)
  const [here, there] = [await signedIn(app, email), await signedIn(app, email)]
  const [deleted, ...calls] = await Promise.all([
    here.send(deleteAccount, { password: secret }),
    ...Array.from({ length: 6 }, () => there.send(createAddress, address)),
    ...Array.from({ length: 6 }, () => there.send(updateAccount, { fullName: 'Somebody' })),
    ...Array.from({ length: 4 }, () => stranger(app).send(login, { email, password: secret })),
  ])
  expect(deleted.status).toBe(200)
  expect(calls.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await there.send(getAccount)).toMatchObject({ status: 401 })
  expect([await countOf('session', id), await countOf('address', id)]).toEqual([0, 0])
})

test('who keeps something while the account is deleted is told to sign in, and nothing is kept', async () => {
  const context = { configId: 1, actor: { id: null, name: 'Asha' } }
  const productid = await db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    return createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 1, stock: 9 }] })
  })
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const keeping = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('app_user').where('id', '=', id).execute()
    const waiting = browser.send(createWishlist, { productid })
    await untilBlocked(1)
    return [waiting] as const
  })
  expect(await keeping[0]).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await countOf('shopper', id)).toBe(0)
})

test('two admins leave at once: one stays', async () => {
  const admins = [await newUser(db, { role_id: 1 }), await newUser(db, { role_id: 1 })]
  const browsers = await Promise.all(admins.map(({ email }) => signedIn(app, email)))
  const leaving = await db.transaction().execute(async (tx) => {
    // Deleting the account waits for its sessions: so the two are there at the same time.
    await tx.selectFrom('session').select('id').forUpdate().execute()
    const waiting = browsers.map((one) => one.send(deleteAccount, { password: secret }))
    await untilBlocked(2)
    return [waiting] as const
  })
  expect(tally(await Promise.all(leaving[0]))).toEqual({ 200: 1, 409: 1 })
})

test('two addresses are made the default at once: exactly one is', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await browser.send(createAddress, address)).answer.data.id)
  const answers = await times(8, (n) =>
    browser.send(updateAddress, { ...address, id: ids[1 + (n % 2)], is_default: true }),
  )
  expect(tally(answers)).toEqual({ 200: 8 })
  const { data } = (await browser.send(getAddresses)).answer
  expect(data.map(({ is_default }) => is_default)).toEqual([true, false, false])
})

test('8 addresses are added at once to 15: 5 are kept, and the book ends at 20', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const first = await times(15, () => browser.send(createAddress, address))
  expect(tally(first)).toEqual({ 200: 15 })
  const answers = await times(8, () => browser.send(createAddress, { ...address, is_default: true }))
  expect(tally(answers)).toEqual({ 200: 5, 409: 3 })
  const { data, total } = (await browser.send(getAddresses)).answer
  expect(total).toBe(20)
  expect(data.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('two people confirm the same new address at once: one gets it', async () => {
  const wanted = 'wanted.by.two@example.com'
  const people = [await newUser(db), await newUser(db)]
  const tokens = []
  for (const { email } of people) {
    const browser = await signedIn(app, email)
    await browser.send(updateAccount, { email: wanted, password: secret })
    tokens.push((await latestMail(db, wanted))!.token)
  }
  const answers = await Promise.all(tokens.map((token) => stranger(app).send(verifyEmail, { token })))
  expect(tally(answers)).toEqual({ 200: 1, 409: 1 })
})
