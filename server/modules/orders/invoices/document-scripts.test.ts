import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrderAsStaff, getAdminOrder, getPackingSlip } from '#contract/orders/admin-order.ts'
import { getInvoice } from '#contract/orders/order.ts'
import { getOrderCreditNote } from '#contract/orders/payment/credit-note.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { checkoutForm, order } from '#test/harness/data/order.ts'
import { asRead, namesByScript } from '#test/harness/data/scripts.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { readPdf } from '#test/harness/services/pdf.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { documentCountries } from './labels.ts'
import { packingSlipPdf } from './packing-slip-pdf.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, { 'invoice.gstin': '27AAPFU0939F1ZV' })
})

test.each(Object.entries(namesByScript))(
  'invoice, packing slip and credit note print %s',
  async (_script, name) => {
    const productid = await goods.add(`Mug ${name} 350 ml`, { variants: [{ price: 9_900, stock: 9 }] })
    const shipping = { ...checkoutForm.shipping, fullName: name, line1: `${name} 12` }
    const placed = await order(client(app), { items: [{ productid, quantity: 1 }], shipping })
    const { number, accessToken } = placed.answer.data
    const invoice = await client(app).send(getInvoice, { number, accessToken })
    const slip = await staff.send(getPackingSlip, { number })
    await staff.send(cancelOrderAsStaff, { number })
    const [note] = (await staff.send(getAdminOrder, { number })).answer.data.creditNotes
    const credit = await staff.send(getOrderCreditNote, { number, serial: note?.serial ?? '' })
    for (const { bytes } of [invoice.answer, slip.answer, credit.answer]) {
      const text = asRead((await readPdf(bytes)).text)
      expect(text).toContain(asRead(name))
      // The reader drops the space between a word that reads from the right and a number.
      const joined = text.replaceAll(' ', '')
      for (const line of [`${name} 12`, `Mug ${name} 350 ml`])
        expect(joined).toContain(asRead(line).replaceAll(' ', ''))
    }
  },
)

test('the country of the recipient decides the forms of Han characters, then that of the shop', () => {
  const address = { ...checkoutForm.shipping, line2: '', country: 'JP' }
  expect(documentCountries(address, { locale: 'zh-Hant-TW' })).toEqual(['JP', 'TW'])
  const slip = packingSlipPdf(
    {
      number: 'ABCD-EFGH',
      serial: '1',
      shipping_address: address,
      phone: '',
      placed_at: new Date(0),
      shipping_method: 'standard',
      shipping_name: '',
      carrier: '',
      tracking: '',
      customer_note: '',
    },
    [],
    { locale: 'en-IN', timeZone: 'UTC', name: 'Shop', shopId: 1, tagline: '', currency: 'INR', email: '' },
  )
  expect(slip.countries).toEqual(['JP', 'IN'])
})
