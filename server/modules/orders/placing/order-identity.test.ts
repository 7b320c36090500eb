import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getOrder } from '#contract/orders/order.ts'
import { makeToken } from '#server/platform/secret-token.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let jar = 0
let item: { items: { productid: number }[] }
beforeAll(async () => {
  goods = await makeGoods(db)
  jar = await goods.add('Jar', { variants: [{ price: 50_000, stock: 500 }] })
  item = { items: [{ productid: jar }] }
})

const countOrders = async () => (await db.selectFrom('shop_order').select('id').execute()).length

/** A browser whose cookies are those that another has at this moment. */
const copyOf = (cookies: ReadonlyMap<string, string>) => client(app, { cookies: new Map(cookies) })

test('a stranger who repeats key and body of a caller without a cookie gets no access to the order', async () => {
  const key = randomUUID()
  const before = await countOrders()
  const first = client(app)
  const placed = await order(first, item, key)
  expect(placed.status).toBe(201)
  const { number, total, accessToken } = placed.answer.data
  const stranger = client(app)
  for (let turn = 0; turn < 2; turn++) {
    const repeated = await order(stranger, item, key)
    const data = { number, total, accessToken: '', paymentUrl: null }
    expect(repeated).toMatchObject({ status: 201, answer: { data } })
    expect(JSON.stringify(repeated)).not.toContain(accessToken)
    expect((await stranger.send(getOrder, { number })).status).toBe(404)
  }
  // The cookie of the answer shows who placed the order.
  expect((await order(first, item, key)).answer).toEqual(placed.answer)
  expect((await order(first, { ...item, note: 'Ring' }, key)).status).toBe(422)
  expect(await countOrders()).toBe(before + 1)
})

test('keys of callers without a cookie from two networks are different keys', async () => {
  const [one, other] = ['10.0.0.1', '10.0.0.2'].map((address) => client(app, { address }))
  const [a, b] = [
    await order(one!, item, 'order-1'),
    await order(other!, { ...item, note: 'Ring' }, 'order-1'),
  ]
  expect([a.status, b.status]).toEqual([201, 201])
  expect(a.answer.data.number).not.toBe(b.answer.data.number)
})

test('a browser that has seen the checkout repeats its first order after a lost answer', async () => {
  const browser = client(app)
  await browser.send(getCheckout, { items: JSON.stringify(item.items) })
  const key = randomUUID()
  const placed = await order(copyOf(browser.cookies), item, key)
  expect((await order(browser, item, key)).answer).toEqual(placed.answer)
  expect(await order(client(app), item, key)).toMatchObject({ status: 201 })
})

test('a planted cookie opens no order of the browser that had it', async () => {
  for (const planted of [makeToken(), 'attacker']) {
    const victim = client(app, { cookies: new Map([['visitor', planted]]) })
    await victim.send(addToCart, { productid: jar })
    expect(victim.cookies.get('visitor')).not.toBe(planted)
  }
  // The attacker plants the own cookie, which the shop has issued.
  const attacker = client(app)
  await attacker.send(addToCart, { productid: jar })
  const victim = copyOf(attacker.cookies)
  const { number } = (await order(victim)).answer.data
  expect((await victim.send(getOrder, { number })).status).toBe(200)
  expect((await attacker.send(getOrder, { number })).status).toBe(404)
})

test('an order with a lost answer is repeated with the former cookie, and keeps the rest of the cart', async () => {
  const browser = client(app)
  await browser.send(addToCart, { productid: goods.lamp, variantid: goods.lampVariants[0] })
  const key = randomUUID()
  const placed = await order(copyOf(browser.cookies), item, key)
  // Another tab adds an item before the order is repeated.
  await copyOf(browser.cookies).send(addToCart, { productid: jar })
  const before = await countOrders()
  expect((await order(browser, item, key)).answer).toEqual(placed.answer)
  expect(await countOrders()).toBe(before)
  expect((await browser.send(getCarts)).answer.data).toMatchObject([{ productid: goods.lamp }])
  expect((await browser.send(getOrder, { number: placed.answer.data.number })).status).toBe(200)
})

test('orders of tabs at the same moment replace the cookie once, and each opens', async () => {
  const browser = client(app)
  await browser.send(addToCart, { productid: jar })
  const tabs = Array.from({ length: 4 }, () => copyOf(browser.cookies))
  const placed = await Promise.all(tabs.map((tab) => order(tab, item)))
  const tokens = new Set(tabs.map(({ cookies }) => cookies.get('visitor')))
  tokens.delete(browser.cookies.get('visitor'))
  expect(tokens.size).toBe(1)
  // An order that arrives with the former cookie after another has replaced it opens with its link alone.
  for (const [index, { answer }] of placed.entries()) {
    const { number, accessToken } = answer.data
    expect((await tabs[index]!.send(getOrder, { number, accessToken })).status).toBe(200)
  }
})
