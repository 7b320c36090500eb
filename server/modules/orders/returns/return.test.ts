import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliverOrder, fulfilOrder, getAdminOrder, returnOrder } from '#contract/orders/admin-order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import * as contract from '#contract/orders/return.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'refunds'])
})
afterEach(() => db.deleteFrom('setting').where('key', '=', 'returns.days').execute())

/** A delivered and paid order of three bowls. */
async function delivered(email = 'asha@example.com') {
  const placed = await shipped(email)
  await staff.browser.send(deliverOrder, { number: placed.number })
  return placed
}

async function shipped(email = 'asha@example.com') {
  const productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 9 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const contact = { email, phone: '+91 98765 43210' }
  const items = [{ productid, quantity: 3 }]
  const { number, serial, accessToken } = (await order(client(app), { items, contact })).answer.data
  await staff.browser.send(fulfilOrder, { number })
  const onHand = async () =>
    (
      await db
        .selectFrom('stock_level')
        .select('on_hand')
        .where('variant_id', '=', variantId)
        .executeTakeFirstOrThrow()
    ).on_hand
  return { number, serial, accessToken, onHand }
}

const request = (placed: { number: string; accessToken: string }, quantity: number, input: object = {}) =>
  stranger(app).send(contract.requestReturn, {
    number: placed.number,
    accessToken: placed.accessToken,
    lines: [{ lineId: 1, quantity, reason: 'Too small' }],
    wish: 'refund',
    ...input,
  })

const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data

const emailsTo = (number: string) =>
  db
    .selectFrom('email')
    .select(['template', 'body_text as text'])
    .where('body_text', 'like', `%${number}%`)
    .where((where) =>
      where.or([where('template', 'like', 'return_%'), where('template', 'like', 'withdrawal%')]),
    )
    .orderBy('id')
    .execute()

test('a return is requested, approved, received and refunded, with stock, emails and timeline', async () => {
  const placed = await delivered()
  const { number, serial, accessToken, onHand } = placed
  const requested = await request(placed, 2)
  expect(requested).toMatchObject({ status: 201, answer: { data: { state: 'requested' } } })
  const { id } = requested.answer.data
  const list = (await staff.browser.send(contract.getAdminReturns, { q: serial, state: 'requested' })).answer
  expect(list).toMatchObject({ total: 1, data: [{ id, serial, kind: 'return', refundDueAt: null }] })
  const approved = await staff.browser.send(contract.approveReturn, {
    id,
    message: 'Use the enclosed label.',
  })
  expect(approved.answer.data).toEqual({ id, state: 'approved' })
  expect(await staff.browser.send(contract.approveReturn, { id })).toMatchObject({
    status: 409,
    code: 'wrong_status',
  })
  expect(await onHand()).toBe(6)
  const lines = [{ lineId: 1, restocked: 1, damaged: 1, missing: 0 }]
  expect((await staff.browser.send(contract.receiveReturn, { id, lines })).answer.data.state).toBe('received')
  expect(await onHand()).toBe(7)
  expect((await staff.browser.send(contract.refundReturn, { id })).answer.data.state).toBe('refunded')
  expect(await detail(number)).toMatchObject({
    status: 'delivered',
    refunded: 2000,
    lines: [{ refundedquantity: 2 }],
    refunds: [{ amount: 2000, reason: `Return ${id}` }],
  })
  expect(await onHand()).toBe(7)
  expect((await detail(number)).events.map(({ text }) => text).slice(4)).toEqual([
    'Return requested',
    'Return approved',
    'Returned items received',
    'Return refunded',
    expect.stringContaining('Refund issued'),
  ])
  const emails = await emailsTo(number)
  expect(emails.map(({ template }) => template)).toEqual(['return_requested', 'return_approved'])
  expect(emails[1]!.text).toContain('Items: 2 × Bowl.\n\nUse the enclosed label.')
  const seen = (await stranger(app).send(contract.getOrderReturns, { number, accessToken })).answer.data
  expect(seen).toMatchObject({
    refusal: null,
    lines: [{ lineId: 1, quantity: 1 }],
    returns: [{ id, state: 'refunded', lines: [{ quantity: 2, reason: 'Too small' }] }],
  })
  const [event] = await db
    .selectFrom('event')
    .select('data')
    .where('subject', '=', `order:${number}`)
    .where('kind', '=', 'order.returned')
    .execute()
  expect(event!.data).toMatchObject({ lines: [{ quantity: 2 }] })
})

test('missing units are not refunded, and a refused return can be asked for again', async () => {
  const placed = await delivered()
  const first = (await request(placed, 3)).answer.data.id
  expect(await request(placed, 1)).toMatchObject({ status: 409, code: 'nothing_left_to_return' })
  const reason = 'The items were worn.'
  expect(
    (await staff.browser.send(contract.refuseReturn, { id: first, message: reason })).answer.data.state,
  ).toBe('refused')
  expect((await emailsTo(placed.number)).at(-1)).toMatchObject({
    template: 'return_refused',
    text: expect.stringContaining(reason) as string,
  })
  const { id } = (await request(placed, 3)).answer.data
  const receive = (lines: object[]) => staff.browser.send(contract.receiveReturn, { id, lines })
  expect(await receive([{ lineId: 1, restocked: 3, damaged: 1 }])).toMatchObject({ status: 400 })
  expect((await receive([{ lineId: 1, restocked: 2, missing: 1 }])).status).toBe(200)
  expect((await staff.browser.send(contract.refundReturn, { id })).status).toBe(200)
  expect((await detail(placed.number)).refunded).toBe(2000)
})

test('an order that was marked as returned takes nothing back a second time, also once it is refunded', async () => {
  const placed = await delivered()
  const { number, onHand } = placed
  const { id } = (await request(placed, 2)).answer.data
  await staff.browser.send(returnOrder, { number, restock: true })
  expect(await onHand()).toBe(9)
  const receive = () => staff.browser.send(contract.receiveReturn, { id })
  const refusal = { status: 409, code: 'not_shipped' }
  expect(await receive()).toMatchObject(refusal)
  const key = { 'idempotency-key': `all of ${number}` }
  const all = { number, lines: [{ position: 0, quantity: 3 }], shipping: true }
  expect((await staff.browser.send(refundOrder, all, key)).answer.data.status).toBe('refunded')
  expect(await receive()).toMatchObject(refusal)
  expect(await onHand()).toBe(9)
})

test('a return of which nothing arrived is closed without a refund', async () => {
  const placed = await delivered()
  const { id } = (await request(placed, 2)).answer.data
  await staff.browser.send(contract.receiveReturn, { id, lines: [{ lineId: 1, missing: 2 }] })
  const { status, message } = await staff.browser.send(contract.refundReturn, { id })
  expect([status, message]).toEqual([200, 'Return closed without a refund'])
  expect((await detail(placed.number)).refunded).toBe(0)
})

test('a wish for an exchange promises none: the shop refunds, and staff see the wish', async () => {
  const placed = await delivered()
  const { status, message, answer } = await request(placed, 1, { wish: 'exchange' })
  const sentence = 'We refund items and do not exchange them, so please place a new order for the other item'
  expect([status, message]).toEqual([201, `We’ve received your return request. ${sentence}`])
  expect((await emailsTo(placed.number))[0]!.text).toContain(`${sentence}.`)
  const { data } = (await staff.browser.send(contract.getAdminReturn, { id: answer.data.id })).answer
  expect(data.wish).toBe('exchange')
})

test('rules of the shop and the order decide what can be returned', async () => {
  const placed = await delivered()
  const stored = await db
    .insertInto('setting')
    .values({ config_id: 1, key: 'returns.days', value: '0' })
    .returning('key')
    .execute()
  expect(stored).toHaveLength(1)
  expect(await request(placed, 1)).toMatchObject({ status: 409, code: 'not_returnable' })
  await db.updateTable('setting').set({ value: '5' }).where('key', '=', 'returns.days').execute()
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const deliveredBefore = (count: number) =>
    db
      .updateTable('shop_order')
      .set({ delivered_at: days(count) })
      .where('number', '=', placed.number)
      .execute()
  await deliveredBefore(6)
  expect(await request(placed, 1)).toMatchObject({
    status: 409,
    code: 'not_returnable',
    message: 'The 5 days for returns are over',
  })
  await deliveredBefore(4)
  expect((await request(placed, 1)).status).toBe(201)
  expect(await request(placed, 1, { lines: [{ lineId: 9, quantity: 1, reason: 'x' }] })).toMatchObject({
    status: 400,
  })
  expect(await request({ ...placed, accessToken: 'wrong' }, 1)).toMatchObject({ status: 404 })
  expect(await stranger(app).send(contract.getAdminReturns)).toMatchObject({ status: 401 })
})

test('a withdrawal answers alike for every order, and its receipt goes out at once', async () => {
  const placed = await shipped('Ravi@example.com')
  const withdraw = async (number: string, email: string) => {
    const answer = await stranger(app).send(contract.withdraw, { number, email })
    return { status: answer.status, answer: answer.answer, message: answer.message }
  }
  const missing = await withdraw('2026-999999', 'ravi@example.com')
  const wrongEmail = await withdraw(placed.serial, 'other@example.com')
  const before = Date.now()
  const real = await withdraw(`#${placed.serial}`, 'ravi@example.com')
  // The time is hidden in steps of 250 ms.
  expect(Date.now() - before).toBeGreaterThanOrEqual(240)
  expect(missing).toEqual(real)
  expect(wrongEmail).toEqual(real)
  expect(real.status).toBe(200)
  await withdraw(placed.number, 'ravi@example.com')
  const { data } = (await staff.browser.send(contract.getAdminReturns, { q: placed.serial })).answer
  expect(data).toMatchObject([{ kind: 'withdrawal', state: 'requested', wish: 'refund' }])
  const [row] = data
  const due = new Date(row!.refundDueAt!).getTime() - new Date(row!.requestedAt).getTime()
  expect(due).toBe(14 * 86_400_000)
  const emails = await emailsTo(placed.number)
  expect(emails.map(({ template }) => template)).toEqual(['withdrawal_received'])
  expect(emails[0]!.text).toContain('Items: 3 × Bowl.')
  expect(emails[0]!.text).toMatch(/We received your withdrawal on .*\d\d?:\d\d:\d\d/)
})

test('concurrent requests, refunds and steps never return or refund a unit twice', async () => {
  for (let round = 0; round < 4; round++) {
    const placed = await delivered()
    const requests = await Promise.all([request(placed, 2), request(placed, 2), request(placed, 2)])
    expect(requests.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const { id } = requests.find(({ status }) => status === 201)!.answer.data
    const received = await Promise.all(
      [1, 2, 3].map(() => staff.browser.send(contract.receiveReturn, { id })),
    )
    expect(received.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await placed.onHand()).toBe(8)
    const refunds = await Promise.all([
      staff.browser.send(contract.refundReturn, { id }),
      staff.browser.send(contract.refundReturn, { id }),
      staff.browser.send(
        refundOrder,
        { number: placed.number, lines: [{ position: 0, quantity: 2, restock: true }] },
        { 'idempotency-key': `refund ${placed.number}` },
      ),
    ])
    expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1)
    const { refunded, lines } = await detail(placed.number)
    expect([refunded, lines[0]!.refundedquantity]).toEqual([2000, 2])
  }
  expect(await checkLedger(db)).toEqual([])
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
