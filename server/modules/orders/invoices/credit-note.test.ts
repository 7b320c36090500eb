import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrderAsStaff, deliverOrder, fulfilOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getInvoice, getOrder } from '#contract/orders/order.ts'
import { getCreditNote, getOrderCreditNote } from '#contract/orders/payment/credit-note.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { getOrderDocuments } from '#contract/orders/shipment.ts'
import { testApp } from '#test/harness/app/app.ts'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { listCreditNotes } from './credit-note.queries.ts'
import { deliveryParts } from './invoice.rules.ts'
import { issueInvoice } from './invoice.writes.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
let products: number[]
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, { 'invoice.gstin': '27AAPFU0939F1ZV', 'shipping.free_from': null })
  products = [
    await goods.add('Mug', { gst: 1_800, variants: [{ price: 33_333, stock: 900 }] }),
    await goods.add('Tea', { gst: 500, variants: [{ price: 9_999, stock: 900 }] }),
  ]
})

async function placedByGuest(quantity = 3) {
  const items = products.map((productid) => ({ productid, quantity }))
  return (await order(client(app), { items })).answer.data
}

const placed = async (quantity?: number) => (await placedByGuest(quantity)).number

const stored = (number: string) =>
  db.selectFrom('shop_order').selectAll().where('number', '=', number).executeTakeFirstOrThrow()
const linesOf = (orderId: number) =>
  db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
const refund = (number: string, input: object) =>
  staff.send(refundOrder, { number, ...input }, { 'idempotency-key': randomUUID() })
const notesOf = async (number: string) => listCreditNotes(db, 1, (await stored(number)).id)

test('each refund of an invoiced order has a credit note with its tax', async () => {
  const number = await placed()
  await staff.send(fulfilOrder, { number })
  await staff.send(deliverOrder, { number })
  expect(await notesOf(number)).toEqual([])
  await refund(number, { lines: [{ position: 0, quantity: 1 }] })
  // A third of 999.99 with 152.54 of tax, rounded down on the way.
  const [first] = await notesOf(number)
  expect(first).toMatchObject({
    reason: 'refund',
    total: 33_333,
    tax: 5_084,
    lines: [{ position: 0, part: 0, rate: 180_000, total: 33_333, tax: 5_084 }],
  })
  const view = (await staff.send(getAdminOrder, { number })).answer.data
  expect(view.creditNotes).toMatchObject([{ number: first?.number, total: 333.33 }])

  const { answer } = await staff.send(getOrderCreditNote, { number, serial: first?.serial ?? '' })
  const { text } = await readPdf(answer.bytes)
  for (const words of [
    'Credit note',
    first?.number ?? '',
    view.invoiceNumber ?? '',
    'GSTIN 27AAPFU0939F1ZV',
    'Mug 282.49 18% 25.42 25.42 333.33',
    'Credited ₹333.33',
  ])
    expect(text).toContain(words)
  expect((await staff.send(getOrderCreditNote, { number, serial: '2026-27-999999' })).status).toBe(404)
})

test('an invoiced order that is cancelled is credited in full, an order without invoice not at all', async () => {
  const number = await placed()
  const { id, total, tax } = await stored(number)
  await db.transaction().execute((tx) => issueInvoice(tx, 1, id))
  await staff.send(cancelOrderAsStaff, { number })
  expect(await notesOf(number)).toMatchObject([{ reason: 'cancellation', total, tax }])
  const other = await placed()
  await staff.send(cancelOrderAsStaff, { number: other })
  expect(await notesOf(other)).toEqual([])
})

test('the shopper opens the credit note and the invoice of a cancelled order, and nobody else', async () => {
  const { number, accessToken } = await placedByGuest()
  const { id } = await stored(number)
  await db.transaction().execute((tx) => issueInvoice(tx, 1, id))
  await staff.send(cancelOrderAsStaff, { number })
  const view = (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(view).toMatchObject({ status: 'cancelled', hasInvoice: true, creditNotes: [{ total: view.total }] })
  expect((await client(app).send(getInvoice, { number, accessToken })).status).toBe(200)
  const [{ serial, number: text } = { serial: '', number: '' }] = view.creditNotes
  const { answer } = await client(app).send(getCreditNote, { number, serial, accessToken })
  expect((await readPdf(answer.bytes)).text).toContain(text)
  expect((await client(app).send(getCreditNote, { number, serial })).status).toBe(404)
  const other = await placedByGuest()
  const foreign = { number: other.number, serial, accessToken: other.accessToken }
  expect((await client(app).send(getCreditNote, foreign)).status).toBe(404)
  const documents = (await staff.send(getOrderDocuments, { number })).answer.data
  expect(documents.map(({ kind, serial: name }) => [kind, name])).toEqual([
    ['invoice', expect.any(String)],
    ['credit_note', text],
    ['packing_slip', view.serial],
  ])
})

test('goodwill has the rates of the goods, and delivery keeps its own', async () => {
  const number = await placed(1)
  await staff.send(fulfilOrder, { number })
  await staff.send(deliverOrder, { number })
  await refund(number, { amount: 10 })
  // Shared by what the lines charge: 333.33 and 99.99. Tax is rounded down on the way.
  expect((await notesOf(number)).map(({ lines }) => lines)).toMatchObject([
    [
      { position: 0, rate: 180_000, total: 769, tax: 116 },
      { position: 1, rate: 50_000, total: 231, tax: 10 },
    ],
  ])
  await refund(number, { shipping: true })
  const { shipping_total: shipping } = await stored(number)
  const notes = await notesOf(number)
  expect(notes[1]).toMatchObject({ total: shipping, lines: [{ position: null }, { position: null }] })
  // The goodwill of a refunded line moves to the other: what was refunded and what is credited stay equal.
  await refund(number, { lines: [{ position: 0, quantity: 1 }] })
  const after = await notesOf(number)
  expect(after[2]?.lines).toMatchObject([
    { position: 0, total: 33_333 - 769 },
    { position: 1, total: 769 },
  ])
  expect(after.reduce((sum, { total }) => sum + total, 0)).toBe((await stored(number)).refunded)
})

test('credit notes of random refunds never exceed the invoice, and add up to it once all is refunded', async () => {
  const random = randomNumbers(41)
  const upTo = (max: number) => Math.floor(random() * (max + 1))
  for (let round = 0; round < 6; round++) {
    const number = await placed(1 + upTo(6))
    await staff.send(fulfilOrder, { number })
    await staff.send(deliverOrder, { number })
    const { id, total, tax } = await stored(number)
    for (let step = 0; step < 30; step++) {
      const before = await stored(number)
      const left = before.paid - before.refunded
      if (left === 0) break
      const open = (await linesOf(id)).filter((line) => line.refunded_quantity < line.quantity)
      const lines = open.slice(0, 1).map((line) => ({
        position: line.position,
        quantity: 1 + upTo(line.quantity - line.refunded_quantity - 1),
      }))
      const choice = upTo(3)
      const input =
        choice === 0
          ? { shipping: true }
          : choice === 1 || step > 25
            ? { amount: step > 25 ? left / 100 : Math.min(left, 1 + upTo(5_000)) / 100 }
            : { lines }
      await refund(number, input)
      const notes = await notesOf(number)
      const { refunded } = await stored(number)
      expect(notes.reduce((sum, note) => sum + note.total, 0)).toBe(refunded)
      const parts = [...(await linesOf(id)), ...deliveryParts(before)]
      for (const part of notes.flatMap((note) => note.lines)) expect(part.tax).toBeLessThanOrEqual(part.total)
      expect(refunded).toBeLessThanOrEqual(parts.reduce((sum, part) => sum + part.total, 0))
    }
    const notes = await notesOf(number)
    expect(notes.reduce((sum, note) => sum + note.total, 0)).toBe(total)
    expect(notes.reduce((sum, note) => sum + note.tax, 0)).toBe(tax)
  }
})

test('numbers have no gap when many refunds are made at once', async () => {
  const numbers: string[] = []
  for (let n = 0; n < 16; n++) numbers.push(await placed(1))
  for (const number of numbers) {
    await staff.send(fulfilOrder, { number })
    await staff.send(deliverOrder, { number })
  }
  await Promise.all(numbers.map((number) => refund(number, { lines: [{ position: 0, quantity: 1 }] })))
  const rows = await db.selectFrom('credit_note').select(['sequence']).orderBy('sequence').execute()
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.length).toBeGreaterThanOrEqual(16)
})
