import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminOrders } from '#contract/orders/admin-order.ts'
import type { ShopContext } from '#server/http/route.ts'
import { newUser, openElsewhere, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newCoupon, newOrder, storedAddress } from '#test/harness/data/coupon.ts'
import { listOrdersForStaff } from './order-list.queries.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let staff: Awaited<ReturnType<typeof staffWith>>
let customer: number
let coupon: number

/** An order without lines for a recipient. */
const add = (name: string, columns: Parameters<typeof newOrder>[1] = {}) =>
  newOrder(db, {
    shipping_address: storedAddress(name),
    billing_address: storedAddress('Stoneware mug 50%'),
    ...columns,
  })

const costing = (total: number) => ({ subtotal: total, total })

beforeAll(async () => {
  await openElsewhere(db, app)
  staff = await staffWith(db, app, ['orders', 'refunds'])
  customer = (await newUser(db)).id
  coupon = (await newCoupon(db)).id
  const soon = { status: 'pending', payment_method: 'bank_transfer', reserved_until: new Date() }
  await add('Asha', { ...soon, placed_at: '2026-03-01T10:00:00Z', ...costing(300) })
  await add('Ravi', {
    placed_at: '2026-03-02T10:00:00Z',
    user_id: customer,
    coupon_id: coupon,
    ...costing(100),
    paid: 100,
  })
  // At that time it is already the next day in India.
  await add('Zoya', { placed_at: '2026-03-02T20:00:00Z', status: 'delivered', ...costing(200) })
  await add('Kiran', {
    placed_at: '2026-03-04T10:00:00Z',
    status: 'refunded',
    paid: 0,
    billing_address: storedAddress('Kiran Lamp'),
  })
  await add('Elsewhere', { config_id: 2 })
})

const names = async (input = {}) => {
  const { data, total } = (await staff.browser.send(getAdminOrders, input)).answer
  expect(total).toBeGreaterThanOrEqual(data.length)
  return data.map((row) => row.customer)
}

describe('the order table', () => {
  test('never meets an order without the name and address of its recipient', async () => {
    const rename = (address: object) => add('Asha', { shipping_address: JSON.stringify(address) })
    await expect(rename({})).rejects.toThrow('order_address_check')
    const address = JSON.parse(storedAddress()) as object
    for (const field of Object.keys(address))
      await expect(rename({ ...address, [field]: null }), field).rejects.toThrow('order_address_check')
  })

  test('lists the orders of the shop in four sort orders, by page', async () => {
    expect(await names()).toEqual(['Kiran', 'Zoya', 'Ravi', 'Asha'])
    expect(await names({ sort: 'oldest' })).toEqual(['Asha', 'Ravi', 'Zoya', 'Kiran'])
    expect(await names({ sort: 'total' })).toEqual(['Kiran', 'Ravi', 'Zoya', 'Asha'])
    expect(await names({ sort: 'total_desc' })).toEqual(['Asha', 'Zoya', 'Ravi', 'Kiran'])
    expect(await names({ page: 2, limit: 3 })).toEqual(['Asha'])
    const { total, methods } = (await staff.browser.send(getAdminOrders, { limit: 1 })).answer
    expect(total).toBe(4)
    expect(methods).toEqual([
      { id: 'cod', name: 'Cash on delivery' },
      { id: 'bank_transfer', name: 'Bank transfer' },
      { id: 'upi', name: 'UPI' },
      { id: 'cash', name: 'Cash' },
      { id: 'card', name: 'Card terminal' },
      { id: 'upi_paid', name: 'UPI, received' },
      { id: 'manual', name: 'Paid directly' },
      { id: 'gift_card', name: 'Gift card' },
      { id: 'store_credit', name: 'Store credit' },
      { id: 'none', name: 'No payment needed' },
    ])
  })

  test('filters by status, payment, customer and days of the shop', async () => {
    expect(await names({ status: 'confirmed' })).toEqual(['Ravi'])
    expect(await names({ group: 'pending' })).toEqual(['Ravi', 'Asha'])
    expect(await names({ group: 'completed' })).toEqual(['Zoya'])
    expect(await names({ group: 'cancelled' })).toEqual(['Kiran'])
    expect(await names({ group: 'pending', status: 'delivered' })).toEqual([])
    expect(await names({ payment: 'bank_transfer' })).toEqual(['Asha'])
    expect(await names({ customer })).toEqual(['Ravi'])
    expect(await names({ coupon })).toEqual(['Ravi'])
    expect(await names({ coupon: coupon + 1 })).toEqual([])
    expect(await names({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Ravi'])
    expect(await names({ from: '2026-03-03' })).toEqual(['Kiran', 'Zoya'])
  })

  test('matches any part of the searched fields', async () => {
    expect(await names({ q: 'STONEWARE m' })).toEqual(['Zoya', 'Ravi', 'Asha'])
    expect(await names({ q: 'avi' })).toEqual(['Ravi'])
    // One or two letters begin a word.
    expect(await names({ q: 'ra' })).toEqual(['Ravi'])
    expect(await names({ q: 'av' })).toEqual([])
    expect(await names({ q: 'z' })).toEqual(['Zoya'])
    expect(await names({ q: '50%' })).toEqual(['Zoya', 'Ravi', 'Asha'])
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ q: '_' })).toEqual([])
    expect(await names({ q: 'nobody' })).toEqual([])
    const id = await add('Long', {
      billing_address: storedAddress(`${'Teapot '.repeat(100)}last thing`),
    })
    expect(await names({ q: 'last th' })).toEqual(['Long'])
    await db.deleteFrom('shop_order').where('id', '=', id).execute()
  })

  test('counts and pages a search up to its bounds', async () => {
    const shop = { shopId: 1, currency: 'INR', timeZone: 'Asia/Kolkata' } as ShopContext
    const list = (page: number, q?: string) =>
      listOrdersForStaff(db, shop, { q }, { page, limit: 1, sort: 'newest' }, { counted: 2, reachable: 1 })
    const found = { total: 2, hasMore: true, reachable: 1 }
    expect(await list(1, 'stoneware')).toMatchObject({ ...found, data: [{ customer: 'Zoya' }] })
    expect(await list(2, 'stoneware')).toMatchObject({ ...found, data: [] })
    expect(await list(1, 'ravi')).toMatchObject({ total: 1, hasMore: false, reachable: 1 })
    expect(await list(2)).toMatchObject({ total: 4, hasMore: false, reachable: 4, data: [{}] })
  })

  test('shows the payment status and the items', async () => {
    const { data } = (await staff.browser.send(getAdminOrders, { q: 'ravi' })).answer
    expect(data).toMatchObject([
      { total: 1, isPaid: true, email: 'asha@example.com', paymentName: 'Cash on delivery', linecount: 0 },
    ])
  })

  test.each([
    { sort: 'name' },
    { status: 'gone' },
    { group: 'all' },
    { from: '2026-02-30' },
    { limit: 101 },
    { x: 1 },
  ])('refuses %j', async (wrong) => {
    expect(await staff.browser.send(getAdminOrders, wrong)).toMatchObject({ status: 400 })
  })
})
