import type { ShopContext } from '#server/http/route.ts'
import type { Database } from '#server/db/connect.ts'
import { deliveryOptions } from '#server/modules/orders/index.ts'
import { shippingFor } from '#server/modules/pricing/index.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { AppError } from '#server/http/errors.ts'
import { CarrierRefusal, type Carrier } from '#server/platform/carriers/carrier.ts'
import { carrierNames } from '../accounts/account-fields.ts'

/**
 * The carrier of a shop without a contract: it quotes the rates of the delivery zones, which are its table of rates, and the shop
 * draws the label. Nothing is bought, so nothing is tracked or given back.
 */
export function ownDelivery(db: Database, shop: Pick<ShopContext, 'shopId' | 'currency'>): Carrier {
  return {
    id: 'own',
    name: carrierNames.own,
    check: async () => {},
    async quote({ to, size, value }) {
      const rules = await findCheckoutRules(db, shop)
      const place = { country: to.country, state: to.state, pincode: to.postcode.replaceAll(' ', '') }
      try {
        return deliveryOptions(rules, place, size.grams).map(({ id, name, rule, days }) => ({
          id,
          service: name,
          price: shippingFor(rule, value),
          currency: shop.currency,
          days: days.to,
        }))
      } catch (error) {
        if (error instanceof AppError) throw new CarrierRefusal(error.message)
        throw error
      }
    },
    label: async () => printed,
    find: async () => printed,
    track: async () => [],
    cancel: async () => {},
    readWebhook: () => undefined,
  }
}

const printed = { service: '', tracking: '', trackingUrl: '', pdfUrl: '', remote: {} }
