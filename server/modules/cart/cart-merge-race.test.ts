import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts, getCartSummary } from '#contract/cart.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods } from '#test/harness/goods.ts'
import { openSession, person, type Outcome, type Person } from '#test/harness/person.ts'

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
const add = (who: Person) => who.send(addToCart, { productid, variantid })
const piecesOf = async (who: Person) => (await who.send(getCarts)).answer.data.map(({ quantity }) => quantity)
/** A second tab: what is set there is not known here. */
const tabOf = (who: Person) => person(app, { cookies: new Map(who.cookies) })

/** A visitor with one piece in the cart. */
async function visitor() {
  const who = person(app)
  await add(who)
  return who
}

const ok = (count: number) => Array<number>(count).fill(200)

test('8 merges at once: merged once', async () => {
  const who = await visitor()
  const { token } = await openSession(db)
  who.cookies.set('session', token)
  const outcomes = await times(8, async (index): Promise<Outcome> =>
    index % 2 ? tabOf(who).send(getCarts) : tabOf(who).send(getCartSummary),
  )
  expect(statuses(outcomes)).toEqual(ok(8))
  expect(await piecesOf(who)).toEqual([1])
  expect([...who.cookies.keys()]).toEqual(['session'])
})

test('adds of the visitor while his cart is merged: nothing is lost', async () => {
  for (let round = 0; round < 4; round++) {
    const who = await visitor()
    const { token } = await openSession(db)
    const signedIn = person(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    const [outcomes] = await Promise.all([times(8, () => add(who)), signedIn.send(getCarts)])
    expect(statuses(outcomes)).toEqual(ok(8))
    const later = person(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    expect(await piecesOf(later)).toEqual([9])
  }
})

test('adds of the user while a cart is merged into his: nothing is lost', async () => {
  const who = await visitor()
  const { token } = await openSession(db)
  const user = person(app, { cookies: new Map([['session', token]]) })
  const signedIn = person(app, { cookies: new Map([...who.cookies, ['session', token]]) })
  await Promise.all([times(8, () => add(user)), signedIn.send(getCarts)])
  expect(await piecesOf(user)).toEqual([9])
})

test('4 visitors become the same user at once: their pieces add up', async () => {
  const visitors = await times(4, visitor)
  const { token } = await openSession(db)
  const outcomes = await Promise.all(
    visitors.map((who) => (who.cookies.set('session', token), who.send(getCarts))),
  )
  expect(statuses(outcomes)).toEqual(ok(4))
  expect(await piecesOf(visitors[0]!)).toEqual([4])
})

test('one visitor becomes two users at once: one of them has the piece', async () => {
  for (let round = 0; round < 4; round++) {
    const who = await visitor()
    const users = await times(2, async () => {
      const { token } = await openSession(db)
      return person(app, { cookies: new Map([...who.cookies, ['session', token]]) })
    })
    await Promise.all(users.map((user) => user.send(getCarts)))
    const carts = await Promise.all(users.map(piecesOf))
    expect(carts.flat()).toEqual([1])
  }
})

test('adds while the account is deleted: done or not signed in, and nothing is left', async () => {
  const { token, userId } = await openSession(db)
  const who = person(app, { cookies: new Map([['session', token]]) })
  const [outcomes] = await Promise.all([
    times(12, () => add(who)),
    db.deleteFrom('app_user').where('id', '=', userId).execute(),
  ])
  for (const { status, message } of outcomes) expect([200, 401], message).toContain(status)
  expect(await add(person(app, { cookies: new Map(who.cookies) }))).toMatchObject({ status: 200 })
  expect(await db.selectFrom('shopper').select('id').where('user_id', '=', userId).execute()).toEqual([])
})
