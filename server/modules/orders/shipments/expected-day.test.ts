import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAudit, undoAudit } from '#contract/audit/audit.ts'
import { correctOrder, fulfilOrder, getAdminOrder, resendOrderEmail } from '#contract/orders/admin-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let bowl: number
beforeAll(async () => {
  staff = await staffWith(db, app, ['orders'])
  bowl = await (await makeGoods(db)).add('Bowl', { variants: [{ price: 100_000, stock: 99 }] })
})

const placed = async () =>
  (await order(client(app), { items: [{ productid: bowl, quantity: 2 }] })).answer.data

let keys = 0
const ship = (number: string, quantity: number, expectedOn?: string) =>
  staff.browser.send(
    createShipment,
    { number, lines: [{ lineId: 1, quantity }], ...(expectedOn !== undefined && { expectedOn }) },
    { 'idempotency-key': `day ${++keys}` },
  )
const detail = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data
const lastEmail = async (number: string) =>
  (
    await db
      .selectFrom('email')
      .select('body_text as text')
      .where('body_text', 'like', `%${number}%`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).text

test('the promised day of a package is on both order pages and in the email', async () => {
  const { number, accessToken } = await placed()
  expect(await ship(number, 1, '2031-03-03')).toMatchObject({ status: 201 })
  const promised = { expectedOn: '2031-03-03', expectedText: 'Monday, 3 March' }
  expect((await detail(number)).shipments).toMatchObject([promised])
  const seen = (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(seen.shipments).toMatchObject([promised])
  expect(await lastEmail(number)).toContain('Expected on Monday, 3 March.')

  // Each package has a day of its own, or none.
  await ship(number, 1, '')
  expect((await detail(number)).shipments).toMatchObject([promised, { expectedOn: null, expectedText: '' }])
  expect(await lastEmail(number)).not.toContain('Expected on')
  expect(await ship((await placed()).number, 1, '2031-02-30')).toMatchObject({ status: 400 })
})

test('the day is corrected with the tracking, sent again, and undone', async () => {
  const { number } = await placed()
  await ship(number, 2, '2031-03-03')
  const correct = (input: object) => staff.browser.send(correctOrder, { number, ...input })
  expect(await correct({ expectedOn: '2031-03-05' })).toMatchObject({ status: 200 })
  expect((await detail(number)).expectedOn).toBe('2031-03-05')
  await staff.browser.send(resendOrderEmail, { number, kind: 'shipped' }, { 'idempotency-key': 'again' })
  expect(await lastEmail(number)).toContain('Expected on Wednesday, 5 March.')

  // What the correction does not name stays.
  await correct({ carrier: 'Post' })
  expect((await detail(number)).shipments).toMatchObject([{ carrier: 'Post', expectedOn: '2031-03-05' }])
  await correct({ expectedOn: '' })
  expect((await detail(number)).expectedOn).toBeNull()

  const { id: subjectId } = await detail(number)
  const [entry] = (await staff.browser.send(getAudit, { subject: 'order', subjectId: String(subjectId) }))
    .answer.data
  expect(entry!.changes).toMatchObject([{ name: 'Expected on', before: ['2031-03-05'], after: [] }])
  expect(await staff.browser.send(undoAudit, { entry: entry!.id })).toMatchObject({ status: 200 })
  expect((await detail(number)).expectedOn).toBe('2031-03-05')
})

test('a package without a day promises none, and the page suggests the one of the order', async () => {
  const { number } = await placed()
  const { estimatedOn, delivery } = await detail(number)
  expect(estimatedOn).toBe(delivery!.to)
  const change = (changed: object) =>
    db.updateTable('shop_order').set(changed).where('number', '=', number).execute()
  // Once that has passed, the days of its method count from today.
  await change({ delivery_from: '2020-03-02', delivery_to: '2020-03-03' })
  expect((await detail(number)).estimatedOn).toBe(delivery!.to)
  await change({ shipping_method: 'imported' })
  expect((await detail(number)).estimatedOn).toBeNull()

  await staff.browser.send(fulfilOrder, { number }, { 'idempotency-key': 'without a day' })
  expect((await detail(number)).shipments).toMatchObject([{ expectedOn: null }])
  expect(await lastEmail(number)).not.toContain('Expected on')
})
