import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToCart, deleteCarts, getCarts, getCartSummary, updateCart } from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { openSession } from '#test/harness/people/account.ts'
import { wrongNumbers } from '#test/harness/hostile/wrong-values.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
let user: Client
let userid: number
let right: Record<string, Record<string, number>>

beforeAll(async () => {
  goods = await makeGoods(db)
  const session = await openSession(db)
  userid = session.userId
  user = client(app, { cookies: new Map([['session', session.token]]) })
})

beforeEach(async () => {
  await user.send(deleteCarts, { Productid: goods.lamp })
  const [variantid] = goods.lampVariants
  const { id } = (await user.send(addToCart, { productid: goods.lamp, variantid, quantity: 3 })).answer.data
  right = {
    [getCarts.path]: { userid },
    [addToCart.path]: { userid, productid: goods.lamp, variantid, quantity: 1 },
    [updateCart.path]: { userid, id, productid: goods.lamp, variantid, quantity: 1 },
    [deleteCarts.path]: { userid, id, Productid: goods.lamp, variantid },
  }
})

const cart = async () => (await user.send(getCarts)).answer.data

describe.each([getCarts, addToCart, updateCart, deleteCarts])('$path', (endpoint) => {
  test('accepts valid values as numbers and as text', async () => {
    const input = right[endpoint.path]!
    expect(await user.send(endpoint, input)).toMatchObject({ status: 200 })
    const texts = Object.entries(input).map(([name, value]) => [name, `${value}`])
    expect((await user.send(endpoint, Object.fromEntries(texts))).status).not.toBe(400)
  })

  test('refuses invalid values in every field without a change', async () => {
    const before = await cart()
    const input = right[endpoint.path]!
    for (const name of Object.keys(input)) {
      for (const wrong of wrongNumbers) {
        if (name === 'userid' && wrong === null) continue
        const { status, code } = await user.send(endpoint, { ...input, [name]: wrong })
        expect({ name, wrong, status, code }).toEqual({ name, wrong, status: 400, code: 'invalid_input' })
      }
    }
    expect(await cart()).toEqual(before)
  })

  test('refuses the id of another user without a change', async () => {
    const before = await cart()
    const sent = await user.send(endpoint, { ...right[endpoint.path], userid: userid + 1 })
    expect(sent).toMatchObject({ status: 403, code: 'not_allowed' })
    expect(await cart()).toEqual(before)
  })
})

test('refuses 1,000 units, unknown fields and a missing line', async () => {
  const [variantid] = goods.lampVariants
  const refused: [Endpoint, object][] = [
    [addToCart, { productid: goods.lamp, variantid, quantity: 1_000 }],
    [addToCart, {}],
    [updateCart, { productid: goods.lamp, quantity: 1_000 }],
    [updateCart, { productid: goods.lamp, quantity: 1, price: 1 }],
    [updateCart, { quantity: 1 }],
    [updateCart, { productid: goods.lamp }],
    [deleteCarts, {}],
    [deleteCarts, { variantid }],
    [getCartSummary, { userid }],
  ]
  for (const [endpoint, input] of refused)
    expect(await user.send(endpoint, input), JSON.stringify(input)).toMatchObject({ status: 400 })
  expect(await cart()).toMatchObject([{ quantity: 3 }])
})

test('ignores the price that the browser sends', async () => {
  const [variantid] = goods.lampVariants
  for (const price_at_add_time of [0, -1, 1e99, '1e3', null, [], {}, 'free'])
    await user.send(addToCart, { productid: goods.lamp, variantid, price_at_add_time })
  expect(await cart()).toMatchObject([{ productprice: 1_000, price_at_add_time: 1_000, quantity: 11 }])
})

test.each(['', ' '.repeat(256), 'naïve'])('refuses or ignores the Idempotency-Key %j', async (key) => {
  const [variantid] = goods.lampVariants
  const sent = await user.send(
    addToCart,
    { productid: goods.lamp, variantid },
    { 'idempotency-key': Buffer.from(key).toString('latin1') },
  )
  expect(sent.status).toBe(400)
  expect(await cart()).toMatchObject([{ quantity: 3 }])
})

test('refuses a call from another site', async () => {
  const sent = await user.send(deleteCarts, { Productid: goods.lamp }, { 'sec-fetch-site': 'cross-site' })
  expect(sent).toMatchObject({ status: 403, code: 'cross_site' })
  expect(await cart()).toHaveLength(1)
})
