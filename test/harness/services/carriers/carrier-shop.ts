import { connectEasypost, connectShiprocket } from '#contract/carriers/carrier-account.ts'
import { buyLabel, getLabels, quoteLabels } from '#contract/carriers/label.ts'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { bulkOrders } from '#contract/orders/order-actions.ts'
import { carrierServers } from '#server/platform/carriers/carrier-servers.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import { testApp } from '../../app/app.ts'
import { makeGoods } from '../../data/goods.ts'
import { order } from '../../data/order.ts'
import { authSecret } from '../../data/paid-order.ts'
import { storeSettings } from '../../data/settings.ts'
import { staffWith } from '../../people/account.ts'
import { client } from '../../people/client.ts'
import { startEasypost } from './easypost-server.ts'
import { startShiprocket } from './shiprocket-server.ts'

const box = { weight: 500, lengthCm: 20, widthCm: 15, heightCm: 10 }

export const shiprocketForm = {
  email: 'api@example.com',
  password: 'right-password',
  webhookSecret: 'a token of the panel',
  pickupLocation: 'Casa',
  pickupPostcode: '122003',
  ...box,
}

export const easypostForm = {
  apiKey: 'EZTK-right',
  webhookSecret: 'sécret of the webhook',
  senderName: 'Haat Inc.',
  senderPhone: '+1 415 555 0100',
  line1: '388 Townsend St',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postcode: '94107',
  country: 'US',
  ...box,
}

/** Where EasyPost delivers. */
export const american = {
  fullName: 'Elizabeth Swan',
  line1: '179 N Harbor Dr',
  city: 'Redondo Beach',
  state: 'CA',
  pincode: '90277',
  country: 'US',
}

/** A shop with staff, its orders, and the servers of both carriers on this machine; `online`: what customers can pay with. */
export async function carrierShop(online: readonly PaymentProvider[] = []) {
  const [shiprocket, easypost] = await Promise.all([startShiprocket(), startEasypost()])
  const env = {
    RATE_LIMITS: 'off',
    AUTH_SECRET: authSecret,
    WEBHOOKS_ALLOW_PRIVATE: '1',
    SHIPROCKET_URL: shiprocket.url,
    EASYPOST_URL: easypost.url,
  }
  const shop = await testApp({ env, online })
  const { app, db } = shop
  const goods = await makeGoods(db)
  const staff = await staffWith(db, app, ['orders', 'settings', 'refunds'])
  await storeSettings(db, { 'payment.bank_transfer': true, 'checkout.countries': ['IN', 'US'] })
  const carrierUrls = { shiprocket: shiprocket.url, easypost: easypost.url }
  const deps = {
    keyedHash: keyedHash(authSecret),
    carrierServers: carrierServers({ carrierUrls, webhooksAllowPrivate: true }),
  }
  let keys = 0

  /** A confirmed order of three bowls of 250 g and two cups of 100 g. */
  async function placed(input: object = {}) {
    const bowl = await goods.add('Bowl', { weight: 250, variants: [{ price: 100_000, stock: 9, sku: '' }] })
    const cup = await goods.add('Cup', { weight: 100, variants: [{ price: 50_000, stock: 9 }] })
    const items = [
      { productid: bowl, quantity: 3 },
      { productid: cup, quantity: 2 },
    ]
    const answer = await order(client(app), { items, ...input })
    const { number, accessToken } = answer.answer.data
    return { number, accessToken, bowl }
  }

  return {
    ...shop,
    goods,
    staff,
    deps,
    shiprocket,
    easypost,
    placed,
    connectShiprocket: (input: object = {}) =>
      staff.browser.send(connectShiprocket, { ...shiprocketForm, ...input }),
    connectEasypost: (input: object = {}) =>
      staff.browser.send(connectEasypost, { ...easypostForm, ...input }),
    /** A paid order to an address in America. */
    async placedAbroad(input: object = {}) {
      const placement = await placed({ shipping: american, paymentMethod: 'bank_transfer', ...input })
      await staff.browser.send(bulkOrders, { numbers: [placement.number], action: 'confirm' })
      return placement
    },
    quotes: (number: string, input: object = {}) =>
      staff.browser.send(quoteLabels, { number, lines: whole, ...input }),
    buy: (number: string, input: object, key = `label ${++keys}`) =>
      staff.browser.send(
        buyLabel,
        { number, lines: whole, weight: 950, ...input },
        { 'idempotency-key': key },
      ),
    labels: async (number: string) => (await staff.browser.send(getLabels, { number })).answer.data,
    detail: async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data,
    /** Makes every label due, and its purchase ten minutes old, or as old as given, as time does. */
    async makeDue({ hours = 1 / 6 }: { hours?: number } = {}) {
      await db
        .updateTable('carrier_label')
        .set({ next_check_at: new Date(0), created_at: new Date(Date.now() - hours * 3_600_000) })
        .where('next_check_at', 'is not', null)
        .execute()
    },
    async stop() {
      await Promise.all([shop.stop(), shiprocket.stop(), easypost.stop()])
    },
  }
}

const whole = [
  { lineId: 1, quantity: 3 },
  { lineId: 2, quantity: 2 },
]
