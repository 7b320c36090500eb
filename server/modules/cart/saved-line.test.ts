import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts, getCartSummary } from '#contract/cart/cart.ts'
import { discardSavedLine, getSavedLines, restoreLine, saveLine } from '#contract/cart/saved-line.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

type Lines = { variantid: number; quantity: number }[]
const cartOf = async (who: Client): Promise<Lines> => (await who.send(getCarts)).answer.data
const savedOf = async (who: Client): Promise<Lines> => (await who.send(getSavedLines)).answer.data

/** A visitor who has saved these units of the mug for later. */
async function visitorWithSaved(quantity: number) {
  const visitor = client(app)
  await visitor.send(addToCart, { productid: goods.mug, quantity })
  const [{ variantid }] = (await cartOf(visitor)) as [Lines[number]]
  expect(await visitor.send(saveLine, { variantid })).toMatchObject({
    status: 200,
    message: 'Saved for later',
  })
  return { visitor, variantid }
}

test('a saved line leaves the cart and its total, and comes back with its quantity', async () => {
  const { visitor, variantid } = await visitorWithSaved(2)
  expect(await cartOf(visitor)).toEqual([])
  expect(await savedOf(visitor)).toMatchObject([{ variantid, quantity: 2, linetotal: 900 }])
  expect((await visitor.send(getCartSummary)).answer.data).toMatchObject({ quantity: 0, total: 0 })
  expect(await visitor.send(saveLine, { variantid })).toMatchObject({ status: 404 })
  // The mug has a stock of 5, so the rest of the saved units does not fit.
  await visitor.send(addToCart, { productid: goods.mug, quantity: 4 })
  expect(await visitor.send(restoreLine, { variantid })).toMatchObject({ status: 200 })
  expect(await cartOf(visitor)).toMatchObject([{ variantid, quantity: 5 }])
  expect(await savedOf(visitor)).toEqual([])
  expect(await visitor.send(restoreLine, { variantid })).toMatchObject({ status: 404 })
})

test('a line that cannot be restored stays saved', async () => {
  const { visitor, variantid } = await visitorWithSaved(1)
  await visitor.send(addToCart, { productid: goods.mug, quantity: 5 })
  expect(await visitor.send(restoreLine, { variantid })).toMatchObject({ status: 409, code: 'out_of_stock' })
  expect(await savedOf(visitor)).toHaveLength(1)
  expect(await visitor.send(discardSavedLine, { variantid })).toMatchObject({ status: 200 })
  expect(await savedOf(visitor)).toEqual([])
})

test('saved lines belong to one visitor and move into the account', async () => {
  const { visitor, variantid } = await visitorWithSaved(1)
  const stranger = client(app)
  expect(await savedOf(stranger)).toEqual([])
  expect(await stranger.send(restoreLine, { variantid })).toMatchObject({ status: 404 })
  expect(await savedOf(client(app, { host: 'other.example', cookies: visitor.cookies }))).toEqual([])
  const { token } = await openSession(db)
  const customer = client(app, { cookies: new Map([...visitor.cookies, ['session', token]]) })
  expect(await savedOf(customer)).toMatchObject([{ variantid }])
})
