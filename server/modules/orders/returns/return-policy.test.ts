import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deliverOrder, fulfilOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getDelivery } from '#contract/orders/delivery/delivery.ts'
import * as contract from '#contract/orders/return.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
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

/** A delivered and paid order of three bowls. */
async function delivered(email = 'asha@example.com') {
  const productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 9 }] })
  const contact = { email, phone: '+91 98765 43210' }
  const items = [{ productid, quantity: 3 }]
  const { number, serial, accessToken } = (await order(client(app), { items, contact })).answer.data
  await staff.browser.send(fulfilOrder, { number })
  await staff.browser.send(deliverOrder, { number })
  return { number, serial, accessToken, productid }
}

type Placed = Awaited<ReturnType<typeof delivered>>

const request = ({ number, accessToken }: Placed, quantity: number, input: object = {}) =>
  stranger(app).send(contract.requestReturn, {
    number,
    accessToken,
    lines: [{ lineId: 1, quantity, reason: 'Too small' }],
    ...input,
  })
const returnsOf = async ({ number, accessToken }: Placed) =>
  (await stranger(app).send(contract.getOrderReturns, { number, accessToken })).answer.data

test('items of a category that is excluded stay, and their product page says so', async () => {
  const placed = await delivered()
  const { category_id: category } = await db
    .selectFrom('product')
    .select('category_id')
    .where('id', '=', placed.productid)
    .executeTakeFirstOrThrow()
  await storeSettings(db, { 'returns.excluded_categories': [category] })
  onTestFinished(async () => {
    await db.deleteFrom('setting').where('key', '=', 'returns.excluded_categories').execute()
  })
  expect(await returnsOf(placed)).toMatchObject({
    refusal: 'The shop does not take these items back',
    lines: [],
    excluded: ['Bowl'],
  })
  expect(await request(placed, 1)).toMatchObject({ status: 409, message: 'The shop does not take Bowl back' })
  const { answer } = await stranger(app).send(getDelivery, { productid: placed.productid })
  expect(answer.data.returns.days).toBe(0)
  // A withdrawal is a right of the buyer; staff decide about it.
  await stranger(app).send(contract.withdraw, { number: placed.serial, email: 'asha@example.com' })
  expect(
    (await staff.browser.send(getAdminOrder, { number: placed.number })).answer.data.events.map(
      ({ kind }) => kind,
    ),
  ).toContain('withdrawn')
})

test('lists the returns whose refund is due', async () => {
  const due = async () =>
    (await staff.browser.send(contract.getAdminReturns, { due: true })).answer.data.map(({ id }) => id)
  const [back, withdrawn] = [await delivered('due@example.com'), await delivered('due2@example.com')]
  const { id } = (await request(back, 1)).answer.data
  await stranger(app).send(contract.withdraw, { number: withdrawn.serial, email: 'due2@example.com' })
  expect(await due()).not.toContain(id)
  await staff.browser.send(contract.receiveReturn, { id })
  expect(await due()).toContain(id)
  await db
    .updateTable('order_return')
    .set({ refund_due_at: new Date() })
    .where('kind', '=', 'withdrawal')
    .execute()
  expect((await due()).length).toBeGreaterThan(1)
  await staff.browser.send(contract.refundReturn, { id })
  expect(await due()).not.toContain(id)
})

test('an approved return has a label with the order as its barcode, for its buyer and for staff only', async () => {
  const placed = await delivered('label@example.com')
  const { id } = (await request(placed, 1)).answer.data
  const { number, accessToken } = placed
  const label = (input: object = {}) =>
    stranger(app).send(contract.getReturnLabel, { number, accessToken, id, ...input })
  expect(await label()).toMatchObject({ status: 409, message: 'This return is not approved yet' })
  await staff.browser.send(contract.approveReturn, { id })
  expect((await returnsOf(placed)).returns[0]).toMatchObject({ hasLabel: true })
  expect((await label()).status).toBe(200)
  expect((await label({ accessToken: 'x'.repeat(43) })).status).toBe(404)
  expect((await label({ id: id + 1000 })).status).toBe(404)
  expect((await staff.browser.send(contract.getAdminReturnLabel, { id })).status).toBe(200)
  await staff.browser.send(contract.receiveReturn, { id })
  expect(await label()).toMatchObject({ status: 409, message: 'The items of this return are back' })
})

test('shows the photos of a return to its buyer and to staff, and refuses what is no image', async () => {
  const placed = await delivered('photo@example.com')
  const { number, accessToken } = placed
  const ask = (photos: Record<string, Buffer>) =>
    stranger(app).upload(
      contract.requestReturn,
      { number, accessToken, lines: JSON.stringify([{ lineId: 1, quantity: 1, reason: 'Damaged' }]) },
      photos,
    )
  const refused = await ask({ photos: Buffer.from('no image') })
  expect(refused).toMatchObject({ status: 415, message: expect.stringMatching(/^Photo 1: /) })
  expect((await returnsOf(placed)).returns).toEqual([])
  const image = sharp({ create: { width: 8, height: 6, channels: 3, background: '#96401f' } })
    .jpeg()
    .toBuffer()
  const { answer } = await ask({ photos: await image })
  const [shown] = (await returnsOf(placed)).returns
  expect(shown?.photos).toEqual([{ file: expect.stringMatching(/webp$/), width: 8, height: 6 }])
  const { data } = (await staff.browser.send(contract.getAdminReturn, { id: answer.data.id })).answer
  expect(data.photos).toEqual(shown?.photos)
})
