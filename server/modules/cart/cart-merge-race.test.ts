import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts, getCartSummary } from '#contract/cart/cart.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { client, type Outcome, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let productid: number
let variantid: number
beforeAll(async () => {
  const goods = await makeGoods(db)
  productid = goods.lamp
  variantid = goods.lampVariants[0]
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const statuses = (outcomes: readonly Outcome[]) => outcomes.map(({ status }) => status).sort((a, b) => a - b)
const add = (who: Client) => who.send(addToCart, { productid, variantid })
const quantitiesOf = async (who: Client) =>
  (await who.send(getCarts)).answer.data.map(({ quantity }) => quantity)
/** A second tab: what is set there is not known here. */
const tabOf = (who: Client) => client(app, { cookies: new Map(who.cookies) })

/** A visitor with one piece in the cart. */
async function visitor() {
  const who = client(app)
  await add(who)
  return who
}

const ok = (count: number) => Array<number>(count).fill(200)

test('merges once in 8 concurrent merges', async () => {
  const who = await visitor()
  const { token } = await openSession(db)
  who.cookies.set('session', token)
  const outcomes = await times(8, async (index): Promise<Outcome> =>
    index % 2 ? tabOf(who).send(getCarts) : tabOf(who).send(getCartSummary),
  )
  expect(statuses(outcomes)).toEqual(ok(8))
  expect(await quantitiesOf(who)).toEqual([1])
  expect([...who.cookies.keys()]).toEqual(['session'])
})

test('loses no adds of a guest while the cart is merged', async () => {
  for (let round = 0; round < 4; round++) {
    const who = await visitor()
    const { token } = await openSession(db)
    const signedIn = client(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    const [outcomes] = await Promise.all([times(8, () => add(who)), signedIn.send(getCarts)])
    expect(statuses(outcomes)).toEqual(ok(8))
    const later = client(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    expect(await quantitiesOf(later)).toEqual([9])
  }
})

test('loses no adds that arrive in parallel after the merge', async () => {
  const who = await visitor()
  const { token } = await openSession(db)
  const old = new Map(who.cookies)
  await client(app, { cookies: new Map([...old, ['session', token]]) }).send(getCarts)
  const tabs = await times(8, async () => {
    const tab = client(app, { cookies: new Map(old) })
    await add(tab)
    return tab
  })
  const later = client(app, { cookies: new Map([...tabs[0]!.cookies, ['session', token]]) })
  expect(await quantitiesOf(later)).toEqual([9])
})

test('loses no adds of the user while a cart is merged into theirs', async () => {
  const who = await visitor()
  const { token } = await openSession(db)
  const user = client(app, { cookies: new Map([['session', token]]) })
  const signedIn = client(app, { cookies: new Map([...who.cookies, ['session', token]]) })
  await Promise.all([times(8, () => add(user)), signedIn.send(getCarts)])
  expect(await quantitiesOf(user)).toEqual([9])
})

test('adds up the carts of four guests who sign in as one user at once', async () => {
  const visitors = await times(4, visitor)
  const { token } = await openSession(db)
  const outcomes = await Promise.all(
    visitors.map((who) => (who.cookies.set('session', token), who.send(getCarts))),
  )
  expect(statuses(outcomes)).toEqual(ok(4))
  expect(await quantitiesOf(visitors[0]!)).toEqual([4])
})

test("gives a guest's cart to one of two users at once", async () => {
  for (let round = 0; round < 4; round++) {
    const who = await visitor()
    const users = await times(2, async () => {
      const { token } = await openSession(db)
      return client(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    })
    await Promise.all(users.map((user) => user.send(getCarts)))
    const carts = await Promise.all(users.map(quantitiesOf))
    expect(carts.flat()).toEqual([1])
  }
})

test('leaves nothing behind when adds run while the account is deleted', async () => {
  const { token, userId } = await openSession(db)
  const who = client(app, { cookies: new Map([['session', token]]) })
  const [outcomes] = await Promise.all([
    times(12, () => add(who)),
    db.deleteFrom('app_user').where('id', '=', userId).execute(),
  ])
  for (const { status, message } of outcomes) expect([200, 401], message).toContain(status)
  expect(await add(client(app, { cookies: new Map(who.cookies) }))).toMatchObject({ status: 200 })
  expect(await db.selectFrom('shopper').select('id').where('user_id', '=', userId).execute()).toEqual([])
})
