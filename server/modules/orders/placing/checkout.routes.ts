import { findState } from '#contract/orders/address/address-format.ts'
import { countryName } from '#contract/orders/address/country-names.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import {
  choosePayment as choosePaymentEndpoint,
  getPaymentChoices,
} from '#contract/orders/payment/payment.ts'
import { getAddressFormat, getPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { isOrderable, lineToView, listItems, ownLines, summarize } from '#server/modules/cart/index.ts'
import { shippingFor, toMajor } from '#server/modules/pricing/index.ts'
import { couponProblem, findCoupon, listUsedCustomerKeys } from '#server/modules/promotions/index.ts'
import { findCheckoutRules } from '#server/modules/settings/index.ts'
import { addressFormats } from '#server/platform/address-formats/address-formats.ts'
import { findPinCode } from '#server/platform/postal-codes/postal-codes.ts'
import { coverCheckout, findCheckoutCredit } from '../credit/checkout-credit.ts'
import { isGiftLine } from '../credit/gift-lines.rules.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { walletQuote } from '../payments/wallet-payment.ts'
import { creditMethods, nothingToPay, paymentMethods, takesAmount } from '../payments/payment-method.ts'
import { cashChoice } from '../cash/cash.rules.ts'
import { cashTerms } from '../cash/cash-terms.ts'
import { depositTerms, depositToView } from '../cash/deposit.rules.ts'
import { requireOwnOrder } from '../order/order-access.ts'
import { arrivalOf } from '../delivery/delivery.rules.ts'
import { choosePayment, listPaymentChoices } from '../payments/payment-choice.ts'
import { placeOrderRoute } from './place-order.routes.ts'
import { couponBase, goodsValue, quoteLines, withCashFee } from './quote.ts'

/** Quoting and placing orders. */
export const checkoutRoutes = [
  // A quote reserves nothing.
  personalRoute(
    getCheckout,
    async (
      { items, coupon: code, shippingMethod, paymentMethod, taxId, giftCards, storeCredit, ...typed },
      context,
    ) => {
      const { db, shop, caller } = context
      const { shopId, currency } = shop
      // With a cookie, an order whose answer is lost can be sent again.
      context.shopper.introduce()
      const [rows, rules, foundCoupon, found, { offered: online }] = await Promise.all([
        items?.length ? listItems(db, shopId, items) : context.shopper.rows(ownLines),
        findCheckoutRules(db, shop),
        code ? findCoupon(db, shopId, code) : undefined,
        findCheckoutCredit(context, { giftCards, storeCredit }),
        providersOf(context),
      ])
      const orderable = rows.filter(isOrderable)
      // Wallets send the name of a state.
      const { country = '', state = '' } = typed
      const destination = { ...typed, state: findState(country, state) ?? typed.state }
      const usedKeys =
        foundCoupon && caller
          ? await listUsedCustomerKeys(db, shopId, foundCoupon.id, [`user:${caller.userId}`])
          : []
      const base = couponBase(foundCoupon, orderable)
      const problem = code
        ? couponProblem(foundCoupon, { ...shop, code, now: new Date(), base, usedKeys })
        : null
      const coupon = problem === null ? foundCoupon : undefined
      const choices = { destination, shippingMethod, coupon, taxId, shop, moment: new Date() }
      const withoutFee = quoteLines(orderable, rules, choices)
      const { total } = withoutFee.totals
      const sellsGifts = orderable.some(isGiftLine)
      const { rest, kind } = coverCheckout(found, total, { shop, sellsGifts })
      const terms = { rest, postalCode: destination.pincode }
      const cash = cashTerms({ rules, shop }, withoutFee, terms)
      const inCash = withCashFee(withoutFee, cash.fee)
      const { rest: cashRest } = coverCheckout(found, inCash.totals.total, { shop, sellsGifts })
      const deposit = depositTerms(rules.payment, online, { withoutFee: rest, withFee: cashRest }, shop)
      const cashProblem = cash.problem ?? deposit.problem
      const depositView = cashProblem === null ? depositToView(deposit, cashRest, shop) : null
      const methods =
        rest === 0 && orderable.length > 0
          ? [total === 0 ? nothingToPay : creditMethods[kind]]
          : paymentMethods(rules.payment, online, currency).filter((method) => {
              if (method.kind === 'on_delivery') return cashProblem === null
              return method.kind !== 'online' || rest === 0 || takesAmount(online, method.id, rest, currency)
            })
      const chosen = methods.find(({ id }) => id === paymentMethod) ?? methods[0]
      const quote = chosen?.id === 'cod' ? inCash : withoutFee
      const credit = coverCheckout(found, quote.totals.total, { shop, sellsGifts })
      const isLater = rules.payment.take_money === 'shipping' && !sellsGifts
      const orderValue = goodsValue(quote.lines)
      return {
        data: {
          lines: rows.map((row) => lineToView(row, currency)),
          summary: summarize(quote.lines, quote.rules, shop, coupon?.code),
          shippingMethod: quote.option.id,
          shippingMethods: quote.options.map(({ id, name, rule, days }) => ({
            id,
            name,
            price: toMajor(shippingFor(rule, orderValue), currency),
            days,
            arrival: arrivalOf(rules.shipping, days, shop),
          })),
          paymentMethod: chosen?.id ?? '',
          paymentMethods: methods.map((method) =>
            method.id === 'cod'
              ? cashChoice(method, cash.fee, methods, shop, depositView)
              : { ...method, fee: 0 },
          ),
          wallet: orderable.length > 0 ? walletQuote(online, { rest: credit.rest, currency, isLater }) : null,
          credit: credit.view,
          sellsGiftCards: sellsGifts,
          deposit: methods.some(({ id }) => id === 'cod') ? depositView : null,
          cashProblem: rules.payment.cod ? cashProblem : null,
          countries: rules.checkout.countries,
          countrynames: rules.checkout.countries.map(countryName),
          coupon: code ? { code: code.toUpperCase(), problem } : null,
        },
      }
    },
  ),

  route(getPostalCode, ({ code }) => Promise.resolve({ data: findPinCode(code) ?? null })),

  route(getAddressFormat, ({ country }) => {
    const { print: _print, local: _local, ...format } = requireFormat(country)
    return Promise.resolve({ data: format })
  }),

  personalRoute(getPaymentChoices, async (request, context) => ({
    data: await listPaymentChoices(context.db, context, await requireOwnOrder(context, request)),
  })),

  personalRoute(
    choosePaymentEndpoint,
    async ({ paymentMethod: methodId, expectedFee, ...request }, context) => {
      const order = await requireOwnOrder(context, request)
      return {
        data: { status: await choosePayment(context, order, { methodId, expectedFee }) },
        message: 'Payment method changed',
      }
    },
  ),

  placeOrderRoute,
]

function requireFormat(country: string) {
  const format = addressFormats[country]
  if (!format) throw new AppError(404, 'not_found', 'There is no such country')
  return format
}
