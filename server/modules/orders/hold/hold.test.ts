import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as admin from '#contract/orders/admin-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { cancelWithdrawn, releaseOrder } from '#contract/orders/hold.ts'
import { cancelOrder } from '#contract/orders/order.ts'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import * as contract from '#contract/orders/return.ts'
import { createShipment, getOrderDocuments } from '#contract/orders/shipment.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { withdrawableOrders } from '#test/harness/data/withdrawable-order.ts'
import { auditLogOf } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
const { staff, send, placed, withdraw, detail, returnsOf } = await withdrawableOrders(db, app)

const emailsOf = (number: string) =>
  db
    .selectFrom('email')
    .select(['template', 'body_text as text'])
    .where('body_text', 'like', `%${number}%`)
    .orderBy('id')
    .execute()

const listed = async (filter: object) =>
  (await send(admin.getAdminOrders, { limit: 100, ...filter })).answer.data.map(({ number }) => number)

describe('an order that its buyer has withdrawn', () => {
  test('gets a receipt that promises a refund only of what was paid', async () => {
    const receiptOf = async (paid: boolean) => {
      const { number } = await placed({ paid })
      await withdraw(number)
      return (await emailsOf(number)).find(({ template }) => template === 'withdrawal_received')?.text
    }
    expect(await receiptOf(true)).toContain('You’ll get your refund by')
    const unpaid = await receiptOf(false)
    expect(unpaid).toContain('Nothing was paid for this order, so there is nothing to refund.')
    expect(unpaid).not.toContain('your refund')
  })

  test('is on hold at once: nothing ships, nothing is packed, and every list says so', async () => {
    const other = await placed()
    const { number, serial, available } = await placed({ paid: true })
    await withdraw(number)
    const shown = await detail(number)
    const [row] = await returnsOf(serial)
    expect(shown).toMatchObject({
      status: 'confirmed',
      delivery: null,
      hold: {
        refundDueAt: row!.refundDueAt,
        returnId: row!.id,
        lines: [
          { lineId: 1, productname: 'Bowl', quantity: 3 },
          { lineId: 2, productname: 'Cup', quantity: 2 },
        ],
      },
    })
    expect(Date.parse(shown.hold!.since)).toBeGreaterThanOrEqual(Date.parse(row!.requestedAt))
    expect(shown.can.toSorted()).toEqual(['cancel', 'cancelWithdrawn', 'correct', 'release', 'restock'])
    const message = `Order ${serial} is on hold because its buyer has withdrawn. Cancel and refund the withdrawn items, or release the order`
    const refusal = { status: 409, code: 'on_hold', message }
    const key = () => ({ 'idempotency-key': randomUUID() })
    expect(await send(admin.fulfilOrder, { number })).toMatchObject(refusal)
    const lines = [{ lineId: 1, quantity: 1 }]
    expect(await send(createShipment, { number, lines }, key())).toMatchObject(refusal)
    expect(await send(admin.deliverOrder, { number })).toMatchObject(refusal)
    const refund = { number, lines: [{ position: 0, quantity: 1 }] }
    expect(await send(refundOrder, refund, key())).toMatchObject(refusal)
    expect(await send(editOrderLines, { number, lines })).toMatchObject(refusal)
    expect(await send(admin.getPackingSlip, { number })).toMatchObject(refusal)
    const documents = (await send(getOrderDocuments, { number })).answer.data
    expect(documents.filter(({ kind }) => kind === 'packing_slip')).toEqual([])
    const bulk = await send(bulkOrders, { numbers: [number, other.number], action: 'fulfil' })
    expect(bulk.answer.data).toEqual([
      { number, done: false, changed: false, message },
      { number: other.number, done: true, changed: true, message: 'Shipped' },
    ])
    expect(await listed({ status: 'confirmed', hold: 'off' })).not.toContain(number)
    expect(await listed({ hold: 'on' })).toContain(number)
    const rows = (await send(admin.getAdminOrders, { q: serial })).answer.data
    expect(rows).toMatchObject([{ number, isOnHold: true }])
    expect(await available()).toEqual([6, 7])
    const id = row!.id
    expect(await send(contract.approveReturn, { id })).toMatchObject(refusal)
    expect(await send(contract.refuseReturn, { id })).toMatchObject(refusal)
  })

  test('is cancelled and refunded in one step', async () => {
    const { number, serial, available } = await placed({ paid: true })
    await withdraw(number)
    const { status, answer } = await send(cancelWithdrawn, { number })
    expect([status, answer.data.status]).toEqual([200, 'cancelled'])
    const shown = await detail(number)
    expect(shown).toMatchObject({ status: 'cancelled', hold: null, refunded: shown.paid })
    expect(shown.refunded).toBeGreaterThan(0)
    expect(await available()).toEqual([9, 9])
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refunded' }])
    expect(shown.events.map(({ text }) => text)).toContain('Withdrawn items cancelled: 3 × Bowl, 2 × Cup')
    expect((await emailsOf(number)).map(({ template }) => template)).toContain('order_cancelled')
    expect(await send(cancelWithdrawn, { number })).toMatchObject({ status: 409, code: 'not_on_hold' })
    expect(await send(releaseOrder, { number, reason: 'Too late' })).toMatchObject({ status: 409 })
    const entries = await auditLogOf(db, 'order', shown.id)
    expect(entries.at(-1)).toMatchObject({
      actor_id: staff.id,
      after: { status: 'cancelled', withdrawn: '3 × Bowl, 2 × Cup' },
    })
  })

  test('ships the rest once the withdrawn part is refunded', async () => {
    const { number, serial, available } = await placed({ paid: true })
    await withdraw(number, [{ lineId: 1, quantity: 2 }])
    expect((await detail(number)).hold).toMatchObject({ lines: [{ lineId: 1, quantity: 2 }] })
    expect((await send(cancelWithdrawn, { number })).answer.data.status).toBe('confirmed')
    const shown = await detail(number)
    expect(shown).toMatchObject({
      hold: null,
      refunded: 2000,
      lines: [{ lefttoship: 1 }, { lefttoship: 2 }],
      refunds: [{ amount: 2000, reason: 'Withdrawn before shipping' }],
    })
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refunded' }])
    expect(await available()).toEqual([8, 7])
    expect((await send(admin.fulfilOrder, { number })).answer.data.status).toBe('shipped')
    expect((await detail(number)).shipments[0]!.lines).toMatchObject([{ quantity: 1 }, { quantity: 2 }])
  })

  test('loses the withdrawn items if it is not paid, and ships the rest', async () => {
    for (const cod of [true, false]) {
      const { number, serial, available } = await placed({ cod })
      await withdraw(number, [
        { lineId: 1, quantity: 1 },
        { lineId: 2, quantity: 2 },
      ])
      const before = await detail(number)
      const { status, answer } = await send(cancelWithdrawn, { number })
      expect([status, answer.data.status]).toEqual([200, before.status])
      const shown = await detail(number)
      expect(shown).toMatchObject({ hold: null, lines: [{ productname: 'Bowl', quantity: 2 }] })
      expect(shown.total).toBeLessThan(before.total - 1500)
      expect(shown.payments[0]!.amount).toBe(shown.total)
      expect(await available()).toEqual([7, 9])
      const [row] = await returnsOf(serial)
      const { data } = (await send(contract.getAdminReturn, { id: row!.id })).answer
      expect(data).toMatchObject({
        state: 'refunded',
        lines: [
          { productname: 'Bowl', quantity: 1, cancelled: 1 },
          { productname: 'Cup', quantity: 2, cancelled: 2 },
        ],
      })
      if (!cod) await send(admin.confirmOrder, { number })
      expect((await send(admin.fulfilOrder, { number })).status).toBe(200)
    }
  })

  test('loses the withdrawn items if an edit has left something due', async () => {
    const { number, serial, available } = await placed({ paid: true })
    // A bowl more: 1,000 are due.
    await send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 4 }] })
    await withdraw(number, [{ lineId: 1, quantity: 1 }])
    expect((await send(cancelWithdrawn, { number })).answer.data.status).toBe('confirmed')
    expect(await detail(number)).toMatchObject({
      hold: null,
      due: 0,
      refunded: 0,
      lines: [{ quantity: 3 }, {}],
    })
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refunded' }])
    expect(await available()).toEqual([6, 7])

    // More than what is due goes back, from the line and from what was paid.
    await send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 4 }] })
    await withdraw(number, [
      { lineId: 1, quantity: 2 },
      { lineId: 2, quantity: 2 },
    ])
    expect((await send(cancelWithdrawn, { number })).answer.data.status).toBe('confirmed')
    const shown = await detail(number)
    expect(shown).toMatchObject({ hold: null, due: 0, lines: [{ productname: 'Bowl', quantity: 2 }] })
    expect(shown.paid - shown.refunded).toBe(shown.total)
    expect(await available()).toEqual([7, 9])
    expect(await checkLedger(db)).toEqual([])
    expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
    expect((await send(admin.fulfilOrder, { number })).status).toBe(200)
  })

  test('keeps the withdrawal of shipped items open', async () => {
    const { number, serial, available } = await placed({ paid: true })
    const key = { 'idempotency-key': randomUUID() }
    await send(createShipment, { number, lines: [{ lineId: 1, quantity: 2 }] }, key)
    await withdraw(number)
    expect((await detail(number)).hold).toMatchObject({ lines: [{ quantity: 1 }, { quantity: 2 }] })
    const [row] = await returnsOf(serial)
    const id = row!.id
    expect(await send(contract.receiveReturn, { id })).toMatchObject({
      status: 409,
      code: 'not_shipped',
      message: 'Bowl: only 2 of 3 have left the shop. Units that have not shipped cannot come back',
    })
    expect((await send(cancelWithdrawn, { number })).answer.data.status).toBe('shipped')
    expect(await available()).toEqual([7, 9])
    expect((await returnsOf(serial))[0]!.state).toBe('requested')
    // The cups and one bowl never left.
    for (const lineId of [2, 3])
      expect(await send(contract.receiveReturn, { id, lines: [{ lineId, restocked: 2 }] })).toMatchObject({
        status: 400,
        issues: [{ path: 'lines' }],
      })
    expect((await send(contract.receiveReturn, { id })).status).toBe(200)
    expect(await available()).toEqual([9, 9])
    expect((await send(contract.refundReturn, { id, shipping: true })).status).toBe(200)
    const shown = await detail(number)
    expect(shown).toMatchObject({ status: 'refunded', refunded: shown.paid })
  })

  test('is released with a reason, which the audit log and the customer get', async () => {
    const { number, serial } = await placed()
    await withdraw(number)
    const blank = await send(releaseOrder, { number, reason: ' ' })
    expect(blank).toMatchObject({ status: 400, issues: [{ path: 'reason' }] })
    const reason = 'The customer wants it after all.'
    expect((await send(releaseOrder, { number, reason })).answer.data.status).toBe('confirmed')
    const shown = await detail(number)
    expect(shown.hold).toBeNull()
    expect(shown.events.at(-2)).toMatchObject({ text: `Released from hold: ${reason}`, isPublic: false })
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refused' }])
    expect((await auditLogOf(db, 'order', shown.id)).at(-1)!.after).toEqual({ released: reason })
    expect((await emailsOf(number)).at(-1)).toMatchObject({
      template: 'withdrawal_closed',
      text: expect.stringContaining(reason) as string,
    })
    expect((await send(admin.fulfilOrder, { number })).status).toBe(200)
    // The withdrawal is closed, so the buyer can withdraw from the shipped order.
    await withdraw(number)
    expect((await detail(number)).hold).toBeNull()
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refused' }, { state: 'requested' }])
  })

  test('is released and keeps its withdrawal for what comes back', async () => {
    const { number, serial, available } = await placed()
    await withdraw(number)
    await send(releaseOrder, { number, reason: 'Already with the courier', keep: true })
    expect(await returnsOf(serial)).toMatchObject([{ state: 'requested' }])
    const id = (await returnsOf(serial))[0]!.id
    expect(await send(contract.receiveReturn, { id })).toMatchObject({ status: 409, code: 'not_shipped' })
    await send(admin.fulfilOrder, { number })
    expect((await send(contract.receiveReturn, { id })).status).toBe(200)
    expect(await available()).toEqual([9, 9])
    expect((await send(contract.refundReturn, { id })).message).toBe('Return closed without a refund')
  })

  test('is no longer on hold once its buyer cancels it', async () => {
    const { number, serial, accessToken, available } = await placed({ cod: false })
    await withdraw(number, [{ lineId: 2, quantity: 1 }])
    const cancelled = await client(app).send(cancelOrder, { number, accessToken })
    expect(cancelled.status).toBe(200)
    expect(await detail(number)).toMatchObject({ status: 'cancelled', hold: null })
    expect(await returnsOf(serial)).toMatchObject([{ state: 'refunded' }])
    expect(await available()).toEqual([9, 9])
  })

  test('is paid on hold if the money arrives late', async () => {
    const { number } = await placed({ cod: false })
    await withdraw(number)
    await send(admin.confirmOrder, { number })
    expect(await detail(number)).toMatchObject({ status: 'confirmed', hold: { lines: [{}, {}] } })
    await send(cancelWithdrawn, { number })
    const shown = await detail(number)
    expect(shown).toMatchObject({ status: 'cancelled', refunded: shown.paid })
  })
})
