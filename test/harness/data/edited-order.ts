import type { FastifyInstance } from 'fastify'
import { confirmOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines, markOrderPaid, undoOrderEdit } from '#contract/orders/edit-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { staffWith } from '../people/account.ts'
import { client } from '../people/client.ts'
import { makeGoods, variantsOf } from './goods.ts'
import { order } from './order.ts'
import { storeSettings } from './settings.ts'

let keys = 0

/** A new idempotency key. */
export const newKey = () => ({ 'idempotency-key': `edit ${keys++}` })

/** A shop that takes bank transfers and UPI, its staff, and the orders that they edit. */
export async function orderEditing(db: Database, app: FastifyInstance) {
  const goods = await makeGoods(db)
  const staff = (await staffWith(db, app, ['orders', 'refunds', 'reports'])).browser
  await db.updateTable('shop').set({ address: '1 Market Road, Pune' }).execute()
  await storeSettings(db, {
    'payment.bank_transfer': true,
    'payment.upi': true,
    'payment.upi_id': 'shop@bank',
    'payment.bank_details': 'Account 12345',
    'invoice.gstin': '27AAPFU0939F1ZV',
    'shipping.flat': 5000,
    'shipping.free_from': null,
    'shipping.express_amount': 15000,
  })

  return {
    goods,
    staff,
    /** A new product with one variant and the given stock. */
    async stocked(name: string, { price = 100_000, gst = 1_800, stock = 9 } = {}) {
      const productid = await goods.add(name, { gst, variants: [{ price, stock }] })
      const [variantid = 0] = await variantsOf(db, productid)
      const available = async () => {
        const level = await db
          .selectFrom('stock_level')
          .select('available')
          .where('variant_id', '=', variantid)
          .executeTakeFirstOrThrow()
        return level.available
      }
      return { productid, variantid, available }
    },
    /** An order that was paid by bank transfer. */
    async paid(items: object[], input: object = {}) {
      const placed = await order(client(app), { items, paymentMethod: 'bank_transfer', ...input })
      const { number, accessToken } = placed.answer.data
      await staff.send(confirmOrder, { number })
      const seen = async () => (await client(app).send(getOrder, { number, accessToken })).answer.data
      return { number, seen }
    },
    detail: async (number: string) => (await staff.send(getAdminOrder, { number })).answer.data,
    edit: (number: string, input: object) => staff.send(editOrderLines, { number, ...input }),
    undo: (number: string, id: number | null | undefined) =>
      staff.send(undoOrderEdit, { number, id: id ?? 0 }, newKey()),
    markPaid: (number: string, amount: number) => staff.send(markOrderPaid, { number, amount }, newKey()),
    /** What the stock ledger and the integrity checks find. */
    problems: async () => [
      ...(await checkLedger(db)),
      ...(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })),
    ],
  }
}
