import { getDelivery, getDeliveryRegions } from '#contract/orders/delivery/delivery.ts'
import { deliveryDates } from '#contract/orders/delivery/delivery-dates.ts'
import { postalProblem } from '#contract/orders/address/address-format.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { listItems } from '#server/modules/cart/index.ts'
import { shippingFor, toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import { findPinCode, type PostalCode } from '#server/platform/postal-codes/postal-codes.ts'
import { findCheckoutRules, findSettings } from '#server/modules/settings/index.ts'
import { isCodeServed, isExcluded as isCashExcluded } from '../cash/cash.rules.ts'
import { findWeight, isInCategory } from './delivery.queries.ts'
import { deliveryRegions } from './delivery-regions.rules.ts'
import { arrivalOf, deliveryOptions } from './delivery.rules.ts'

/** What product and policy pages and search engines learn about delivery, by the rules of the checkout. */
export const deliveryRoutes = [
  route(getDelivery, async ({ productid, variantid, state: given, ...place }, { db, shop }) => {
    const { shopId, currency, timeZone } = shop
    const [rules, returns, items] = await Promise.all([
      findCheckoutRules(db, shop),
      findSettings(db, shop, 'returns'),
      productid === undefined ? [] : listItems(db, shopId, [{ productid, variantid, quantity: 1 }]),
    ])
    const isExcluded =
      productid !== undefined && (await isInCategory(db, shopId, productid, returns.excluded_categories))
    const { shipping, checkout, payment } = rules
    const country = place.country ?? checkout.countries[0] ?? ''
    const pincode = place.pincode?.replaceAll(' ', '') || undefined
    const known = pincode === undefined ? undefined : requirePostalCode(country, pincode)
    const state = given ?? known?.states[0]
    const [item] = items
    const value = item ? unitPrice(item) : 0
    const options = deliveryOptions(rules, { country, state, pincode }, item?.weight ?? 0)
    const [standard] = options
    const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
    const { until } = deliveryDates({ ...shipping, timeZone }, standard.days, new Date())
    return {
      data: {
        country,
        pincode: pincode ?? null,
        city: known?.city ?? '',
        methods: options.map(({ id, name, rule, days }) => ({
          id,
          name,
          price: toMajor(shippingFor(rule, value), currency),
          freeFrom: major(rule.freeFrom),
          days,
          arrival: arrivalOf(shipping, days, shop),
        })),
        cash: {
          possible:
            payment.cod &&
            standard.cash &&
            (pincode === undefined || isCodeServed(payment, pincode)) &&
            !(item && isCashExcluded(payment, item)),
          upTo: major(payment.cod_max),
        },
        returns: { days: isExcluded ? 0 : returns.days, paidBy: returns.paid_by },
        schedule: { cutoffHour: shipping.cutoff_hour, weekdays: shipping.weekdays, timeZone },
        until: until.toISOString(),
      },
    }
  }),

  route(getDeliveryRegions, async ({ productid }, { db, shop }) => {
    const { shopId, currency } = shop
    const [rules, grams] = await Promise.all([findCheckoutRules(db, shop), findWeight(db, shopId, productid)])
    const inMajor = (rate: { from: number; price: number }) => ({
      from: toMajor(rate.from, currency),
      price: toMajor(rate.price, currency),
    })
    const regions = deliveryRegions(rules, grams)
    return { data: regions.map(({ rates, ...region }) => ({ ...region, rates: rates.map(inMajor) })) }
  }),
]

/** What is known about a postal code. AppError 400 for another format, and for an Indian one that no post office has. */
function requirePostalCode(country: string, pincode: string): PostalCode | undefined {
  const problem = postalProblem(country, pincode)
  if (problem !== undefined) throw invalid(problem)
  if (country !== 'IN') return undefined
  const found = findPinCode(pincode)
  if (!found) throw invalid('We don’t know this PIN code. Please check it.')
  return found
}

function invalid(message: string): AppError {
  return new AppError(400, 'invalid_input', message, [{ path: 'pincode', message }])
}
