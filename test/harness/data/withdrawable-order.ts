import type { FastifyInstance } from 'fastify'
import { confirmOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { getAdminReturns, withdraw as withdrawEndpoint } from '#contract/orders/return.ts'
import type { Database } from '#server/db/connect.ts'
import { staffWith, stranger } from '../people/account.ts'
import { client } from '../people/client.ts'
import { makeGoods, variantsOf } from './goods.ts'
import { order } from './order.ts'

const email = 'ravi@example.com'

/** Fills an empty database for orders that their buyer withdraws from, and returns what such tests do. */
export async function withdrawableOrders(db: Database, app: FastifyInstance) {
  const goods = await makeGoods(db)
  const staff = await staffWith(db, app, ['orders', 'refunds'])
  const send = ((...args) => staff.browser.send(...args)) as typeof staff.browser.send
  const value = JSON.stringify(true)
  await db.insertInto('setting').values({ config_id: 1, key: 'payment.bank_transfer', value }).execute()

  /** An order of three bowls and two cups, nine of each in stock. `paid`: by a bank transfer that has arrived. */
  async function placed({ paid = false, cod = true }: { paid?: boolean; cod?: boolean } = {}) {
    const bowl = await goods.add('Bowl', { variants: [{ price: 100_000, stock: 9 }] })
    const cup = await goods.add('Cup', { variants: [{ price: 30_000, stock: 9 }] })
    const contact = { email, phone: '+91 98765 43210' }
    const items = [
      { productid: bowl, quantity: 3 },
      { productid: cup, quantity: 2 },
    ]
    const paymentMethod = paid || !cod ? 'bank_transfer' : 'cod'
    const { answer } = await order(client(app), { items, contact, paymentMethod })
    const { number, serial, accessToken } = answer.data
    if (paid) await send(confirmOrder, { number })
    const variants = [...(await variantsOf(db, bowl)), ...(await variantsOf(db, cup))]
    const available = async () => {
      const levels = await db
        .selectFrom('stock_level')
        .select('available')
        .where('variant_id', 'in', variants)
        .orderBy('variant_id')
        .execute()
      return levels.map((level) => level.available)
    }
    return { number, serial, accessToken, available }
  }

  return {
    staff,
    send,
    placed,
    withdraw: (number: string, lines?: { lineId: number; quantity: number }[]) =>
      stranger(app).send(withdrawEndpoint, { number, email, ...(lines && { lines }) }),
    detail: async (number: string) => (await send(getAdminOrder, { number })).answer.data,
    /** The returns of an order, oldest first. */
    returnsOf: async (serial: string) =>
      (await send(getAdminReturns, { q: serial })).answer.data.toSorted((a, b) => a.id - b.id),
  }
}
