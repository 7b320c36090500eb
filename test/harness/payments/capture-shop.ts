import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { testApp } from '../app/app.ts'
import { makeGoods } from '../data/goods.ts'
import { authSecret } from '../data/paid-order.ts'
import { storeSettings } from '../data/settings.ts'
import { staffWith } from '../people/account.ts'
import { paypalServer } from '../services/paypal-server.ts'
import { matrixOrder } from './matrix-order.ts'

/** A shop with PayPal that takes money when it ships, and its staff. `stop` ends both. */
export async function captureShop() {
  const server = await paypalServer()
  const { app, db, stop } = await testApp({
    online: [server.provider],
    env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret },
  })
  await db.updateTable('shop').set({ currency: 'EUR' }).execute()
  const goods = await makeGoods(db)
  const { browser: staff } = await staffWith(db, app, ['orders', 'refunds'])
  await storeSettings(db, { 'payment.take_money': 'shipping' })
  const shop = { app, db, goods, server, staff }
  return {
    ...shop,
    stop: () => Promise.all([stop(), server.stop()]),
    /** An order of two units for 2,000.00 whose payment is authorised. */
    async authorizedOrder() {
      const one = await matrixOrder(shop)
      await one.payAndKnow()
      const read = async () => (await staff.send(getAdminOrder, { number: one.number })).answer.data
      return { ...one, read }
    },
  }
}
