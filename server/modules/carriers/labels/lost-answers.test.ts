import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getLabelPdf } from '#contract/carriers/label.ts'
import { carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'
import { checkLabels } from '../index.ts'
import { beginLabel, purchaseLabel, resolveLabel } from './buy-label.ts'
import { findLabel } from './label.queries.ts'

const shop = await carrierShop()
const { db, deps, easypost, shiprocket, staff } = shop
afterAll(shop.stop)

beforeAll(async () => {
  await shop.connectShiprocket()
  await shop.connectEasypost()
})

afterEach(() => {
  shiprocket.faults.clear()
  shiprocket.state.numericAwbs = false
  easypost.faults.clear()
})

const surface = { carrier: 'shiprocket', quote: '43' }

test('an unreadable answer to the assignment of a courier is looked up, not taken as a refusal', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'garble')
  expect((await shop.buy(number, surface)).answer.data.state).toBe('buying')
  expect(shiprocket.orders.at(-1)).toMatchObject({ cancelled: false })
  shiprocket.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([
    { state: 'bought', trackingNumber: shiprocket.orders.at(-1)!.awb, price: 92.5, currency: 'INR' },
  ])
})

test('an unreadable answer to a new order is looked up, and its rest removed', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/orders/create', 'garble')
  expect((await shop.buy(number, surface)).answer.data.state).toBe('buying')
  shiprocket.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'refused' }])
  expect(shiprocket.orders.at(-1)).toMatchObject({ cancelled: true })
})

test('a tracking number may be a number, also in the answer that finds it', async () => {
  const { number } = await shop.placed()
  shiprocket.state.numericAwbs = true
  expect((await shop.buy(number, surface)).answer.data.state).toBe('bought')
  expect(await shop.labels(number)).toMatchObject([{ trackingNumber: shiprocket.orders.at(-1)!.awb }])
  const other = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  await shop.buy(other.number, surface)
  shiprocket.faults.clear()
  await shop.makeDue()
  await checkLabels(db, deps)
  expect(await shop.labels(other.number)).toMatchObject([
    { state: 'bought', trackingNumber: shiprocket.orders.at(-1)!.awb },
  ])
})

test('after the purchase no refusal undoes it: the PDF and the pickup are asked for later', async () => {
  for (const path of ['/generate/label', '/generate/pickup']) {
    const { number } = await shop.placed()
    // The token ends, and the password was changed.
    shiprocket.faults.set(path, 401).set('/auth/login', 403)
    expect((await shop.buy(number, surface)).answer.data).toMatchObject({
      state: 'bought',
      status: 'shipped',
    })
    expect(shiprocket.orders.at(-1)).toMatchObject({ cancelled: false })
    shiprocket.faults.clear()
  }
})

/** A purchase that is stored, and not made yet. */
async function begun(number: string) {
  const write = { shopId: 1, actor: { id: null, name: 'Kiran' } }
  const wanted = {
    ...surface,
    carrier: 'shiprocket' as const,
    number,
    shipmentId: undefined,
    lines: [
      { position: 0, quantity: 3 },
      { position: 1, quantity: 2 },
    ],
    weight: 950,
    deps,
  }
  return { shopId: 1, id: await db.transaction().execute((tx) => beginLabel(tx, write, wanted)) }
}

test('a purchase has one deadline for all of its calls', async () => {
  const { number } = await shop.placed()
  const key = await begun(number)
  const count = shiprocket.requests.length
  await purchaseLabel(db, deps, key, Date.now() - 90_000)
  expect(await shop.labels(number)).toMatchObject([
    { state: 'refused', problem: expect.stringContaining('took too long') as string },
  ])
  expect(shiprocket.requests).toHaveLength(count)
})

test('a label that arrives after the shop gave its purchase up is given back', async () => {
  const { number } = await shop.placed()
  shiprocket.faults.set('/assign/awb', 'lose')
  const { id } = (await shop.buy(number, surface)).answer.data
  shiprocket.faults.clear()
  const label = (await findLabel(db, 1, id))!
  await db
    .updateTable('carrier_label')
    .set({ state: 'refused', next_check_at: null })
    .where('id', '=', id)
    .execute()
  await resolveLabel(db, deps, label, Date.now() + 200_000)
  expect(await shop.labels(number)).toMatchObject([{ state: 'bought', shipmentId: null }])
  await checkLabels(db, deps)
  expect(await shop.labels(number)).toMatchObject([{ state: 'cancelled' }])
  expect(shiprocket.orders.at(-1)).toMatchObject({ cancelled: true })
  expect((await shop.detail(number)).shipments).toEqual([])
})

test('a PDF whose stored address has expired is asked for again', async () => {
  const { number } = await shop.placed()
  const { id } = (await shop.buy(number, surface)).answer.data
  const old = { pdf: null, pdf_url: `${shiprocket.url}/expired` }
  await db.updateTable('carrier_label').set(old).where('id', '=', id).execute()
  shiprocket.faults.set('/expired', 403)
  const { bytes } = (await staff.browser.send(getLabelPdf, { number, id })).answer
  expect(Buffer.from(bytes).toString()).toContain('%PDF-')
})

test('every request had the documented form', () => {
  expect([shiprocket.wrong, easypost.wrong]).toEqual([[], []])
})
