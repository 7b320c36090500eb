import { afterAll, expect, test } from 'vitest'
import {
  createAddress,
  deleteAccount,
  getAccount,
  getAddresses,
  updateAccount,
  updateAddress,
} from '#contract/identity/account.ts'
import { login, register, verifyEmail } from '#contract/identity/auth.ts'
import { createWishlist } from '#contract/wishlist/wishlist.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { latestEmail, newUser, secret, signedIn, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { countByStatus, times, untilBlocked } from '#test/harness/processes/at-once.ts'

// Other tests cover rate limits.
const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

const home = {
  fullName: 'Asha Rao',
  phone: '+91 98765 43210',
  line1: '4 Rose Lane',
  city: 'Pune',
  state: 'MH',
}
const address = { ...home, pincode: '411001' }

const countOf = async (table: 'session' | 'address' | 'shopper', userId: number) =>
  (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

test('16 concurrent registrations of one email create one account and one email, and 15 get 409', async () => {
  const email = 'eager@example.com'
  const input = { fullName: 'Ravi', gender: 1, email, password: secret, confirmpassword: secret }
  const answers = await times(16, (n) =>
    stranger(app).send(register, { ...input, email: n % 2 ? email : email.toUpperCase() }),
  )
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 15 })
  expect(await db.selectFrom('app_user').select('id').where('email', '=', email).execute()).toHaveLength(1)
  expect(await db.selectFrom('email').select('id').where('recipient', '=', email).execute()).toHaveLength(1)
})

test('calls during the deletion of the account leave no data and cause no server error', async () => {
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

test('saving data during the deletion of the account asks to sign in and stores nothing', async () => {
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const productid = await db.transaction().execute(async (tx) => {
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    return createProduct(tx, context, { name: 'Mug', categoryId, variants: [{ price: 1, stock: 9 }] })
  })
  const { id, email } = await newUser(db)
  const browser = await signedIn(app, email)
  const keeping = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('app_user').where('id', '=', id).execute()
    const waiting = browser.send(createWishlist, { productid })
    await untilBlocked(db, 1)
    return [waiting] as const
  })
  expect(await keeping[0]).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await countOf('shopper', id)).toBe(0)
})

test('of two admins who delete their accounts at once, one stays', async () => {
  const admins = [await newUser(db, { role_id: 1 }), await newUser(db, { role_id: 1 })]
  const browsers = await Promise.all(admins.map(({ email }) => signedIn(app, email)))
  const leaving = await db.transaction().execute(async (tx) => {
    // The deletion waits for the locked sessions, so both requests run at the same time.
    await tx.selectFrom('session').select('id').forUpdate().execute()
    const waiting = browsers.map((one) => one.send(deleteAccount, { password: secret }))
    await untilBlocked(db, 2)
    return [waiting] as const
  })
  expect(countByStatus(await Promise.all(leaving[0]))).toEqual({ 200: 1, 409: 1 })
})

test('of two addresses made the default at once, exactly one is', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await browser.send(createAddress, address)).answer.data.id)
  const answers = await times(8, (n) =>
    browser.send(updateAddress, { ...address, id: ids[1 + (n % 2)], is_default: true }),
  )
  expect(countByStatus(answers)).toEqual({ 200: 8 })
  const { data } = (await browser.send(getAddresses)).answer
  expect(data.map(({ is_default }) => is_default)).toEqual([true, false, false])
})

test('of 8 addresses added at once to 15, 5 are saved', async () => {
  const { email } = await newUser(db)
  const browser = await signedIn(app, email)
  const first = await times(15, () => browser.send(createAddress, address))
  expect(countByStatus(first)).toEqual({ 200: 15 })
  const answers = await times(8, () => browser.send(createAddress, { ...address, is_default: true }))
  expect(countByStatus(answers)).toEqual({ 200: 5, 409: 3 })
  const { data, total } = (await browser.send(getAddresses)).answer
  expect(total).toBe(20)
  expect(data.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('of two people who confirm the same new email at once, one gets it', async () => {
  const wanted = 'wanted.by.two@example.com'
  const people = [await newUser(db), await newUser(db)]
  const tokens = []
  for (const { email } of people) {
    const browser = await signedIn(app, email)
    await browser.send(updateAccount, { email: wanted, password: secret })
    tokens.push((await latestEmail(db, wanted))!.token)
  }
  const answers = await Promise.all(tokens.map((token) => stranger(app).send(verifyEmail, { token })))
  expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 })
})
