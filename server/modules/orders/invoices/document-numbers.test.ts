import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrderAsStaff, getOrderInvoice } from '#contract/orders/admin-order.ts'
import { defaultNumberPattern, documentSeries, numberedDocuments } from '#contract/orders/document-number.ts'
import { getOrderCreditNote } from '#contract/orders/payment/credit-note.ts'
import { updateInvoice } from '#contract/settings/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { newOrder } from '#test/harness/data/coupon.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { listCreditNotes } from './credit-note.queries.ts'
import { issueInvoice } from './invoice.writes.ts'

const { app, db, stop } = await testApp()
let staff: Client
let productid: number
beforeAll(async () => {
  staff = (await staffWith(db, app, ['orders', 'refunds', 'settings'])).browser
  productid = await (await makeGoods(db)).add('Lamp', { variants: [{ price: 10_000, stock: 99 }] })
  await db.updateTable('shop').set({ address: 'Rosenweg 4, Bremen' }).execute()
})
afterAll(stop)

const set = async (key: string, value: unknown) => {
  await sql`insert into setting (config_id, key, value) values (1, ${key}, ${JSON.stringify(value)})
    on conflict (config_id, key) do update set value = excluded.value`.execute(db)
}
const issueAt = (id: number, at: string) =>
  db.transaction().execute((tx) => issueInvoice(tx, 1, id, () => new Date(at)))

test('the database numbers by the same rules as the preview', async () => {
  const countries = ['IN', 'DE', 'GB', 'FR', 'US', 'AU', 'SG', 'CH', 'JP']
  const patterns = [
    null,
    { prefix: 'RE-', year_from: 7, digits: 4 },
    { prefix: 'A/', year_from: null, digits: 3 },
  ]
  for (const timeZone of ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland']) {
    await db.updateTable('shop').set({ time_zone: timeZone }).execute()
    const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    for (const country of countries) {
      await set('tax.country', country)
      for (const pattern of patterns) {
        for (const kind of numberedDocuments) {
          await set(`invoice.${kind}_pattern`, pattern)
          const { rows } = await sql<{ at: Date; series: string; digits: number }>`
            select t as at, d.series, d.digits from generate_series(
              timestamptz '2025-12-01T00:30Z', timestamptz '2027-01-15T00:30Z', interval '11 hours 57 min') t,
              document_series(1, ${kind}, t) d`.execute(db)
          const wanted = pattern ?? defaultNumberPattern(kind, country)
          const wrong = rows.filter(
            ({ at, series, digits }) =>
              series !== documentSeries(wanted, dayOf.format(at)) || digits !== wanted.digits,
          )
          expect(rows.length).toBeGreaterThan(800)
          expect(wrong).toEqual([])
        }
      }
    }
  }
})

test('a German shop numbers by the calendar year, and a new pattern is that of the next document', async () => {
  await db.updateTable('shop').set({ time_zone: 'Europe/Berlin' }).execute()
  await set('tax.country', 'DE')
  await set('invoice.invoice_pattern', null)
  await set('invoice.credit_note_pattern', null)
  const orders: number[] = []
  for (let count = 0; count < 5; count++) orders.push(await newOrder(db))
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = orders
  expect((await issueAt(a, '2031-03-01T12:00:00Z')).number).toBe('INV-2031-000001')
  expect((await issueAt(b, '2031-12-31T23:30:00Z')).number).toBe('INV-2032-000001')
  const fields = { legal_name: '', gstin: '', state: '', note: '' }
  const pattern = { prefix: 'RE-', year_from: null, digits: 3 }
  const taken = { ...pattern, prefix: 'CN-' }
  expect((await staff.send(updateInvoice, { ...fields, invoice_pattern: taken })).status).toBe(400)
  expect((await staff.send(updateInvoice, { ...fields, invoice_pattern: pattern })).status).toBe(200)
  expect((await issueAt(c, '2032-02-01T12:00:00Z')).number).toBe('RE-001')
  // The same series with another width goes on, and the first pattern goes on where it was.
  await staff.send(updateInvoice, { ...fields, invoice_pattern: { ...pattern, digits: 6 } })
  expect((await issueAt(d, '2032-02-02T12:00:00Z')).number).toBe('RE-000002')
  const numbers = [
    { kind: 'vat', value: 'DE136695976' },
    { kind: 'hrb', value: 'HRB 12345' },
  ]
  const wrong = [{ kind: 'vat', value: 'DE136695977' }]
  expect((await staff.send(updateInvoice, { ...fields, tax_numbers: wrong })).status).toBe(400)
  await staff.send(updateInvoice, { ...fields, invoice_pattern: null, tax_numbers: numbers })
  expect((await issueAt(e, '2032-02-03T12:00:00Z')).number).toBe('INV-2032-000002')
  // Issued documents keep their numbers.
  expect((await issueAt(a, '2032-02-04T12:00:00Z')).number).toBe('INV-2031-000001')
  const { number } = (await order(client(app), { items: [{ productid }] })).answer.data
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await issueAt(id, '2032-02-05T12:00:00Z')
  await staff.send(cancelOrderAsStaff, { number })
  const year = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' }).format(
    new Date(),
  )
  expect(await listCreditNotes(db, 1, id)).toMatchObject([
    { number: `CN-${year}-000001`, serial: `CN-${year}-000001`, reason: 'cancellation' },
  ])
  // The numbers of the seller are on both documents.
  const invoice = (await staff.send(getOrderInvoice, { number })).answer
  const note = (await staff.send(getOrderCreditNote, { number, serial: `CN-${year}-000001` })).answer
  for (const { bytes } of [invoice, note]) {
    const { text } = await readPdf(bytes)
    expect(text).toContain('VAT ID DE136695976')
    expect(text).toContain('Handelsregister HRB 12345')
  }
})

test('the database refuses a number twice', async () => {
  const id = await newOrder(db)
  const again = sql`insert into invoice (config_id, series, sequence, digits, order_id)
    values (1, 're-', 1, 3, ${id})`
  await expect(again.execute(db)).rejects.toThrow('invoice_number')
})
