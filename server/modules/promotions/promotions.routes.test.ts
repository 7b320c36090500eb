import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
import {
  createCoupon,
  deleteCoupon,
  getCoupon,
  getCoupons,
  updateCoupon,
} from '#contract/promotions/coupon.ts'
import { auditLogOf, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newOrder } from '#test/harness/data/coupon.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import { redeemCoupon } from './index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})

const add = async (input: object) => {
  const sent = { code: 'X1', kind: 'percent', percent: 10, ...input }
  const { status, message, answer } = await staff.send(createCoupon, sent)
  if (status !== 200) throw new Error(message)
  return answer.data.id
}
const read = async (id: number) => (await staff.send(getCoupon, { id })).answer.data
const use = (id: number, customerKeys: string[]) =>
  db.transaction().execute(async (tx) => {
    await redeemCoupon(tx, 1, { id, code: 'X' }, await newOrder(tx, { coupon_id: id }), customerKeys)
  })

test('creates, reads, updates and deletes a coupon with amounts in major units', async () => {
  const id = await add({
    code: ' diwali-26 ',
    kind: 'amount',
    percent: 10,
    amount: 99.5,
    minimum: 1499,
    productIds: [goods.mug, goods.lamp],
    startsAt: '2026-10-20T00:00:00+05:30',
    usageLimit: 10,
  })
  const coupon = await read(id)
  expect(coupon).toMatchObject({
    code: 'DIWALI-26',
    percent: null,
    amount: 99.5,
    minimum: 1499,
    startsAt: '2026-10-19T18:30:00.000Z',
    endsAt: null,
    usageLimit: 10,
    used: 0,
    isForAll: false,
    canDelete: true,
    products: [
      { id: goods.lamp, name: 'Lamp' },
      { id: goods.mug, name: 'Stoneware mug' },
    ],
  })
  expect(await db.selectFrom('coupon').select(['amount', 'minimum']).where('id', '=', id).execute()).toEqual([
    { amount: 9950, minimum: 149_900 },
  ])
  const { version } = coupon
  const change = { id, kind: 'percent', percent: 12.5, productIds: [], version } as const
  expect(await staff.send(updateCoupon, change)).toMatchObject({
    status: 200,
    message: 'Coupon saved',
  })
  expect(await read(id)).toMatchObject({ percent: 12.5, amount: null, isForAll: true, minimum: 1499 })
  expect(await staff.send(updateCoupon, change)).toMatchObject({ status: 409, code: 'version_conflict' })
  expect((await staff.send(deleteCoupon, { id })).status).toBe(200)
  expect((await staff.send(getCoupon, { id })).status).toBe(404)
})

describe('invalid input is refused with its field', () => {
  test.each([
    [{ percent: null }, 400, 'percent'],
    [{ percent: 0 }, 400, 'percent'],
    [{ kind: 'amount' }, 400, 'amount'],
    [{ code: 'no spaces' }, 400, 'code'],
    [{ usageLimit: 0 }, 400, 'usageLimit'],
    [{ startsAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' }, 400, 'endsAt'],
    [{ productIds: [999_999] }, 400, 'productIds'],
    [{ categoryIds: [999_999] }, 400, 'categoryIds'],
    [{ code: 'taken' }, 409, 'code'],
  ])('%j', async (input, status, path) => {
    if (status === 409) await add({ code: 'TAKEN' })
    const sent = { code: 'Y1', kind: 'percent', percent: 5, ...input }
    expect(await staff.send(createCoupon, sent)).toMatchObject({ status, issues: [{ path }] })
  })

  test('refuses products of another shop', async () => {
    const sent = { code: 'Y2', kind: 'free_delivery', productIds: [goods.foreign] } as const
    expect((await staff.send(createCoupon, sent)).status).toBe(400)
  })
})

test('refuses to delete a used coupon, which can be turned off', async () => {
  const id = await add({ code: 'USED' })
  await use(id, ['email:a@b.example'])
  expect(await read(id)).toMatchObject({ used: 1, canDelete: false })
  expect(await staff.send(deleteCoupon, { id })).toMatchObject({
    status: 409,
    code: 'coupon_used',
    message: 'USED was used in an order and can’t be deleted. Turn it off instead.',
  })
  const off = await staff.send(updateCoupon, { id, isActive: false })
  expect(off.message).toBe('Coupon turned off')
  await expect(use(id, ['email:c@d.example'])).rejects.toMatchObject({ code: 'coupon_ended' })
})

test('counts earlier uses when a coupon becomes once per customer', async () => {
  const id = await add({ code: 'LATER' })
  await use(id, ['user:1', 'email:a@b.example'])
  await use(id, ['email:a@b.example'])
  for (const oncePerCustomer of [true, false, true]) await staff.send(updateCoupon, { id, oncePerCustomer })
  await expect(use(id, ['user:2', 'email:a@b.example'])).rejects.toMatchObject({ code: 'coupon_used' })
  await expect(use(id, ['user:1', 'email:new@b.example'])).rejects.toMatchObject({ code: 'coupon_used' })
  await use(id, ['user:2', 'email:c@d.example'])
  expect(await read(id)).toMatchObject({ used: 3 })
})

test('searches, filters and sorts the list', async () => {
  await db.deleteFrom('coupon_use').execute()
  await db.deleteFrom('shop_order').execute()
  await db.deleteFrom('coupon').execute()
  await add({ code: 'ON_1' })
  await add({ code: 'SOON', startsAt: '2999-01-01T00:00:00Z' })
  await add({ code: 'OVER', endsAt: '2020-01-01T00:00:00Z' })
  await add({ code: 'OFF', isActive: false })
  await use(await add({ code: 'FULL', usageLimit: 1 }), ['user:1'])
  const codes = async (query: object) => {
    const { data, total } = (await staff.send(getCoupons, query)).answer
    expect(total).toBe(data.length)
    return data.map(({ code }) => code)
  }
  expect(await codes({})).toEqual(['FULL', 'OFF', 'OVER', 'SOON', 'ON_1'])
  expect(await codes({ q: 'o', sort: 'code' })).toEqual(['OFF', 'ON_1', 'OVER', 'SOON'])
  expect(await codes({ state: 'active' })).toEqual(['ON_1'])
  expect(await codes({ state: 'planned' })).toEqual(['SOON'])
  expect(await codes({ state: 'ended', sort: 'code_desc' })).toEqual(['OVER', 'FULL'])
  expect(await codes({ state: 'off' })).toEqual(['OFF'])
  expect(await codes({ sort: 'used_desc', limit: 100 })).toHaveLength(5)
  expect((await codes({ sort: 'ends' }))[0]).toBe('OVER')
  expect((await staff.send(getCoupons, { limit: 101 })).status).toBe(400)
})

test('undoes changes and a deletion', async () => {
  const id = await add({ code: 'BACK', endsAt: '2999-01-01T00:00:00Z', categoryIds: [] })
  await staff.send(updateCoupon, { id, endsAt: '', percent: 20 })
  await staff.send(deleteCoupon, { id })
  const entries = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'coupon')
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .execute()
  for (const entry of entries.slice(0, 2)) {
    expect(await staff.send(undoAudit, { entry: entry.id })).toMatchObject({ status: 200 })
  }
  expect(await read(id)).toMatchObject({ code: 'BACK', percent: 10, endsAt: '2999-01-01T00:00:00.000Z' })
  expect((await auditLogOf(db, 'coupon', id)).map(({ action }) => action)).toEqual([
    'create',
    'update',
    'delete',
    'undo',
    'undo',
  ])
})
