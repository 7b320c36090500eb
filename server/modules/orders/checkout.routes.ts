import { getCheckout } from '#contract/checkout.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import {
  isOrdered,
  lineOf,
  listItems,
  listLines,
  summaryOf,
  type LineRow,
} from '#server/modules/cart/index.ts'
import { paymentMethods } from '#server/modules/payments/index.ts'
import { shippingFor, toMajor } from '#server/modules/pricing/index.ts'
import { couponProblem, findCoupon, listKeysUsed } from '#server/modules/promotions/index.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { goodsFor } from './coupon-goods.ts'
import { quoteOf } from './quote.ts'

/** What an order would cost, and how it can be delivered and paid; nothing is promised by it. */
export const checkoutRoutes = [
  personalRoute(getCheckout, async ({ items, coupon: code, shippingMethod, ...destination }, context) => {
    const { db, shop, online } = context
    const { configId, currency } = shop
    const [rows, rules, found] = await Promise.all([
      items?.length ? listItems(db, configId, items) : linesOf(context),
      findCheckoutRules(db, shop),
      code ? findCoupon(db, configId, code) : undefined,
    ])
    const ordered = rows.filter(isOrdered)
    const { caller } = context
    const customers =
      found && caller ? await listKeysUsed(db, configId, found.id, [`user:${caller.userId}`]) : []
    const problem = code
      ? couponProblem(found, { ...shop, code, now: new Date(), goods: goodsFor(found, ordered), customers })
      : null
    const coupon = problem === null ? found : undefined
    const quote = quoteOf(ordered, rules, { destination, shippingMethod, coupon })
    const goods = quote.totals.subtotal - quote.totals.discount
    return {
      data: {
        lines: rows.map((row) => lineOf(row, currency)),
        summary: summaryOf(quote.lines, quote.rules, shop, coupon?.code),
        shippingMethod: quote.option.id,
        shippingMethods: quote.options.map(({ id, name, rule, days }) => ({
          id,
          name,
          price: toMajor(shippingFor(rule, goods), currency),
          days,
        })),
        paymentMethods: paymentMethods(rules.payment, online),
        countries: rules.checkout.countries,
        coupon: code ? { code: code.toUpperCase(), problem } : null,
      },
    }
  }),
]

async function linesOf({ db, shop, shopper }: PersonalContext): Promise<LineRow[]> {
  const id = await shopper.find()
  return id === undefined ? [] : listLines(db, shop.configId, id)
}
