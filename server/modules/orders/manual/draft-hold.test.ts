import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import {
  deleteOrderDraft,
  getOrderDraft,
  getOrderDrafts,
  placeDraft,
  releaseOrderDraft,
  updateOrderDraft,
} from '#contract/orders/manual-order.ts'
import { quoteManualOrder } from '#contract/orders/manual-quote.ts'
import { getStockMovements } from '#contract/stock/stock.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { manualOrder, manualOrderForm, order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { newcomer, staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'
import { raceHolds } from '#test/harness/processes/draft-races.ts'
import { expireHolds } from './expire-holds.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Awaited<ReturnType<typeof staffWith>>
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await staffWith(db, app, ['orders', 'catalog'], { full_name: 'Kiran' })
})

let bowl: Awaited<ReturnType<typeof stocked>>
let names = 0
beforeEach(async () => {
  bowl = await stocked(`Bowl ${++names}`, 5)
})

async function stocked(name: string, stock: number) {
  const productid = await goods.add(name, { variants: [{ price: 100_000, stock }] })
  const [variantid = 0] = await variantsOf(db, productid)
  const level = async () => {
    const { on_hand: onHand, available } = await db
      .selectFrom('stock_level')
      .select(['on_hand', 'available'])
      .where('variant_id', '=', variantid)
      .executeTakeFirstOrThrow()
    return [onHand, available]
  }
  return { name, productid, variantid, level }
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const itemsOf = (quantity: number) => [{ variantid: bowl.variantid, quantity }]
const draftOf = (quantity: number, input: object = {}) =>
  manualOrder(staff.browser, { items: itemsOf(quantity), state: 'draft', holdUntil: hours(1), ...input })
const heldDraft = async (quantity: number, input: object = {}) =>
  (await draftOf(quantity, input)).answer.data.number
const { state: _state, ...draftForm } = manualOrderForm
const save = (number: string, quantity: number, input: object = {}) =>
  staff.browser.send(updateOrderDraft, { ...draftForm, number, items: itemsOf(quantity), ...input })
const read = async (number: string) => (await staff.browser.send(getOrderDraft, { number })).answer.data
const endTime = (number: string) =>
  db
    .updateTable('order_draft')
    .set({ held_until: new Date(Date.now() - 1) })
    .where('number', '=', number)
    .execute()
const problems = async () => [
  ...(await checkLedger(db)),
  ...(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })),
]

test('a draft holds its units until its time, and nobody else can buy them', async () => {
  const until = hours(72)
  const number = await heldDraft(4, { holdUntil: until })
  expect(await bowl.level()).toEqual([5, 1])
  expect((await read(number)).heldUntil).toBe(until)
  const { data } = (await staff.browser.send(getOrderDrafts)).answer
  expect(data[0]).toMatchObject({ number, heldUntil: until })
  expect(await order(client(app), { items: [{ productid: bowl.productid, quantity: 2 }] })).toMatchObject({
    status: 409,
    message: `Only 1 left of ${bowl.name}`,
  })
  const { movements } = (await staff.browser.send(getStockMovements, { id: bowl.variantid })).answer.data
  expect(movements[0]).toMatchObject({ kind: 'reserved', reference: number, isDraft: true, actor: 'Kiran' })
  expect(await problems()).toEqual([])
  expect(await expireHolds(db)).toBe(0)
  await endTime(number)
  expect([await expireHolds(db), await expireHolds(db)]).toEqual([1, 0])
  expect(await bowl.level()).toEqual([5, 5])
  expect((await read(number)).heldUntil).toBeNull()
})

test('a draft that fails is logged and stops no other, and a stopping process ends no further hold', async () => {
  const [broken, fine] = [await heldDraft(1), await heldDraft(2)]
  const { held } = await db
    .selectFrom('order_draft')
    .select('held')
    .where('number', '=', broken)
    .executeTakeFirstOrThrow()
  const [line] = held as object[]
  const setHeld = (units: object[]) =>
    db
      .updateTable('order_draft')
      .set({ held: JSON.stringify(units) })
      .where('number', '=', broken)
      .execute()
  // More than is reserved.
  await setHeld([{ ...line, quantity: 99 }])
  await endTime(broken)
  await endTime(fine)
  expect(await expireHolds(db, { signal: AbortSignal.abort() })).toBe(0)
  const error = vi.fn<() => void>()
  expect(await expireHolds(db, { log: { error } })).toBe(1)
  expect(error).toHaveBeenCalledOnce()
  expect((await read(fine)).heldUntil).toBeNull()
  await setHeld([line!])
  expect(await expireHolds(db)).toBe(1)
  expect(await problems()).toEqual([])
})

test('the job does not refuse the form that staff have open', async () => {
  const number = await heldDraft(2)
  const { version } = await read(number)
  await endTime(number)
  await expireHolds(db)
  expect(await save(number, 3, { version })).toMatchObject({ status: 200 })
  expect(await bowl.level()).toEqual([5, 5])
})

test('the hold follows the lines of the draft, and a shortage changes nothing', async () => {
  const number = await heldDraft(2)
  expect(await save(number, 4)).toMatchObject({ status: 200 })
  expect(await bowl.level()).toEqual([5, 1])
  const { heldUntil } = await read(number)
  // Its own units count as left.
  expect(await save(number, 6)).toMatchObject({
    status: 409,
    code: 'out_of_stock',
    message: `Only 5 left of ${bowl.name}`,
    issues: [{ path: `variant.${bowl.variantid}`, message: `Only 5 left of ${bowl.name}` }],
  })
  expect(await bowl.level()).toEqual([5, 1])
  expect(await read(number)).toMatchObject({ heldUntil, request: { items: [{ quantity: 4 }] } })
  await save(number, 1)
  expect(await bowl.level()).toEqual([5, 4])
  await save(number, 3, { holdUntil: null })
  expect(await bowl.level()).toEqual([5, 5])
  await save(number, 3, { holdUntil: hours(2) })
  expect(await bowl.level()).toEqual([5, 2])
  expect(await problems()).toEqual([])
})

test('items that are short cannot be held, and the draft is not saved', async () => {
  const { total } = (await staff.browser.send(getOrderDrafts)).answer
  expect(await draftOf(6)).toMatchObject({ status: 409, message: `Only 5 left of ${bowl.name}` })
  expect((await staff.browser.send(getOrderDrafts)).answer.total).toBe(total)
  expect(await bowl.level()).toEqual([5, 5])
})

test('the time lies ahead, within 30 days', async () => {
  const refusal = async (count: number) => (await draftOf(1, { holdUntil: hours(count) })).issues
  expect(await refusal(-1)).toEqual([{ path: 'holdUntil', message: 'Choose a time that lies ahead' }])
  expect(await refusal(31 * 24)).toEqual([{ path: 'holdUntil', message: 'Hold items for up to 30 days' }])
  expect((await draftOf(1, { holdUntil: hours(30 * 24) })).status).toBe(201)
})

test('released or deleted, a draft holds nothing', async () => {
  const [one, other] = [await heldDraft(2), await heldDraft(3)]
  expect(await bowl.level()).toEqual([5, 0])
  for (let time = 0; time < 2; time++)
    expect(await staff.browser.send(releaseOrderDraft, { number: one })).toMatchObject({ status: 200 })
  expect(await bowl.level()).toEqual([5, 2])
  await staff.browser.send(deleteOrderDraft, { number: other })
  expect(await bowl.level()).toEqual([5, 5])
  expect(await staff.browser.send(releaseOrderDraft, { number: other })).toMatchObject({ status: 404 })
})

test('the order takes over the units of its draft without double stock', async () => {
  await storeSettings(db, { 'payment.bank_transfer': true })
  const transfer = await heldDraft(5, { payment: 'bank_transfer' })
  expect(await bowl.level()).toEqual([5, 0])
  const placed = await staff.browser.send(placeDraft, { number: transfer })
  expect(placed).toMatchObject({ status: 200 })
  expect(await bowl.level()).toEqual([5, 0])
  expect((await staff.browser.send(getAdminOrder, { number: transfer })).answer.data.status).toBe('pending')
  const movements = await db
    .selectFrom('stock_movement')
    .select('kind')
    .where('variant_id', '=', bowl.variantid)
    .execute()
  expect(movements.map(({ kind }) => kind)).not.toContain('released')

  const cup = await stocked('Cup', 3)
  const items = [{ variantid: cup.variantid, quantity: 3 }]
  const cash = await heldDraft(0, { items })
  await staff.browser.send(placeDraft, { number: cash })
  expect(await cup.level()).toEqual([0, 0])
  expect(await problems()).toEqual([])
})

test('an order of a draft whose stock is counted no longer gives its units back', async () => {
  const number = await heldDraft(2)
  await db
    .updateTable('stock_level')
    .set({ tracked: false })
    .where('variant_id', '=', bowl.variantid)
    .execute()
  expect((await staff.browser.send(placeDraft, { number })).status).toBe(200)
  expect(await bowl.level()).toEqual([5, 5])
  expect(await problems()).toEqual([])
})

test('the quote of a draft counts the units that it holds', async () => {
  const number = await heldDraft(5)
  const problemOf = async (input: object) =>
    (await staff.browser.send(quoteManualOrder, { items: itemsOf(5), ...input })).answer.data.lines[0]
      ?.problem
  expect(await problemOf({})).toBe(`${bowl.name} is sold out`)
  expect(await problemOf({ draft: number })).toBeNull()
})

test('hold, expiry, placing, saving, deleting and shoppers at once lose and double nothing', async () => {
  const shopper = (await newcomer(db, app, { email_verified_at: new Date() })).browser
  const { browser } = staff
  const race = { db, staff: browser, shopper, expireHolds: () => expireHolds(db) }
  const { placed, deleted, expired, bought } = await raceHolds(race, 20)
  expect(placed + deleted).toBe(20)
  for (const count of [placed, expired, bought]) expect(count).toBeGreaterThan(0)
  expect(await problems()).toEqual([])
})
