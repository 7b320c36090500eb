import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getCarts } from '#contract/cart/cart.ts'
import { getOrder, getOrders } from '#contract/orders/order.ts'
import { findGuestOrder, openOrderAccount, orderAgain } from '#contract/orders/shopper-order.ts'
import { getSession } from '#contract/identity/auth.ts'
import { newUser, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})

/** A browser on a network of its own, because searches are limited by network. */
const visitorElsewhere = () => stranger(app)

/** An order of a guest with a mug and a lamp. */
async function guestOrder(email: string) {
  const items = [
    { productid: goods.mug, quantity: 1 },
    { productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 2 },
  ]
  const contact = { email, phone: '+91 98765 43210' }
  return (await order(visitorElsewhere(), { items, contact })).answer.data
}

test('a guest finds an order by number and email, and nobody by less', async () => {
  const { number, accessToken } = await guestOrder('Asha@Example.com')
  const found = await visitorElsewhere().send(findGuestOrder, {
    number: ` #${number.toLowerCase().replaceAll('-', ' ')}`,
    email: 'asha@example.com',
  })
  expect(found).toMatchObject({ status: 200, answer: { data: { number, accessToken } } })
  const { data } = (await visitorElsewhere().send(getOrder, { number, accessToken })).answer
  expect(data.progress).toEqual([
    { name: 'Ordered', at: expect.any(String) },
    { name: 'Shipped', at: null },
    { name: 'Delivered', at: null },
  ])
  const wrong = [
    { number, email: 'other@example.com' },
    { number: 'ZZZZ-ZZZZ-ZZZZ', email: 'asha@example.com' },
  ]
  const answers = await Promise.all(wrong.map((input) => visitorElsewhere().send(findGuestOrder, input)))
  expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' })
  expect(answers[0]).toEqual(answers[1])
  const elsewhere = stranger(app, 'other.example')
  expect(await elsewhere.send(findGuestOrder, { number, email: 'asha@example.com' })).toEqual(answers[0])
})

test('made-up searches of strangers do not keep the owner from the order', async () => {
  const email = 'owner@example.com'
  const { number, serial } = await guestOrder(email)
  const guess = (input: object) => visitorElsewhere().send(findGuestOrder, { number, email, ...input })
  for (let tries = 0; tries < 30; tries++)
    expect((await guess({ email: 'wrong@example.com' })).status).toBe(404)
  for (let tries = 0; tries < 40; tries++) await guess({ number: `2020-${100_000 + tries}` })
  expect(await guess({})).toMatchObject({ status: 200 })
  // Serial numbers can be counted. Without a mail server they still find the order.
  expect(await guess({ number: serial })).toMatchObject({ status: 200 })
})

test('serial numbers tried with one email from many networks end in an email to its owner', async () => {
  const withEmail = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  onTestFinished(withEmail.stop)
  const { mug } = await makeGoods(withEmail.db)
  const email = 'counted@example.com'
  const from = (address: string) => client(withEmail.app, { address })
  const contact = { email, phone: '+91 98765 43210' }
  const placed = await order(from('10.9.0.1'), { items: [{ productid: mug }], contact })
  const { number, serial } = placed.answer.data
  const search = (at: number, typed: string) =>
    from(`10.8.0.${at}`).send(findGuestOrder, { number: typed, email })
  for (let at = 0; at < 30; at++) expect((await search(at, `2020-${100_000 + at}`)).status).toBe(404)
  const [wrong, right] = [await search(31, '2020-100031'), await search(32, serial)]
  expect(right).toMatchObject({ status: 429, code: 'link_emailed' })
  expect(wrong).toEqual(right)
  await search(33, serial)
  const sent = await withEmail.db
    .selectFrom('email')
    .selectAll()
    .where('template', '=', 'order_link')
    .execute()
  expect(sent).toMatchObject([{ recipient: email, body_text: expect.stringContaining(`/orders/${number}?`) }])
  expect(await search(34, number)).toMatchObject({ status: 200 })
})

test('searches are limited for each network', async () => {
  const network = visitorElsewhere()
  const search = (at: number) =>
    network.send(findGuestOrder, { number: `AAAA-BBBB-CC${10 + at}`, email: 'guess@example.com' })
  for (let tries = 0; tries < 10; tries++) expect((await search(tries)).status).toBe(404)
  expect((await search(10)).status).toBe(429)
})

test('ordering again puts what is available into the cart, once', async () => {
  const { number, accessToken } = await guestOrder('again@example.com')
  await goods.change(goods.mug, { status: 'draft' })
  const visitor = visitorElsewhere()
  const again = () => visitor.send(orderAgain, { number, accessToken })
  expect(await again()).toMatchObject({
    status: 200,
    message: 'No longer available: Stoneware mug',
    answer: { data: { missing: ['Stoneware mug'] } },
  })
  await goods.change(goods.mug, { status: 'live' })
  expect(await again()).toMatchObject({ status: 200, message: 'Added to cart successfully' })
  expect((await visitor.send(getCarts)).answer.data).toMatchObject([
    { productid: goods.lamp, quantity: 2 },
    { productid: goods.mug, quantity: 1 },
  ])
  expect(await visitorElsewhere().send(orderAgain, { number })).toMatchObject({ status: 404 })
})

test('a guest makes an account of an order with a password alone', async () => {
  const email = 'newcomer@example.com'
  const { number, accessToken } = await guestOrder(email)
  const visitor = visitorElsewhere()
  const seen = async () => (await visitor.send(getOrder, { number, accessToken })).answer.data
  expect(await seen()).toMatchObject({ canCreateAccount: true, isOfAccount: false })
  const create = (password: string, token = accessToken) =>
    visitor.send(openOrderAccount, { number, accessToken: token, password })
  expect(await create('password')).toMatchObject({ status: 400 })
  expect(await create('a fine long password', 'x'.repeat(43))).toMatchObject({ status: 404 })
  expect(await create('a fine long password')).toMatchObject({
    status: 200,
    message: 'Registration successful',
  })
  const { data: session } = (await visitor.send(getSession)).answer
  expect(session?.user).toMatchObject({ email, fullName: 'Asha Rao', emailVerified: false })
  expect(await seen()).toMatchObject({ canCreateAccount: false, isOfAccount: true })
  expect((await visitor.send(getOrders)).answer).toMatchObject({ total: 1, data: [{ number }] })
  // It is no guest's order any more.
  expect(await visitorElsewhere().send(findGuestOrder, { number, email })).toMatchObject({ status: 404 })
  const other = visitorElsewhere()
  expect(
    await other.send(openOrderAccount, { number, accessToken, password: 'a fine long password' }),
  ).toMatchObject({ status: 409, code: 'has_account' })
})

test('an email that has an account gets no second one', async () => {
  const { email } = await newUser(db)
  const { number, accessToken } = await guestOrder(email)
  const answer = await visitorElsewhere().send(openOrderAccount, {
    number,
    accessToken,
    password: 'a fine long password',
  })
  expect(answer).toMatchObject({ status: 409, code: 'email_taken' })
})
