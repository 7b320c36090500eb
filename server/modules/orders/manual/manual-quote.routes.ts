import { PICK_UP } from '#contract/orders/order.ts'
import * as contract from '#contract/orders/manual-quote.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { lineToView, totalsToView } from '#server/modules/cart/index.ts'
import { shippingFor, toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import { remainingStockMessage } from '#server/modules/stock/index.ts'
import { providersOf } from '../payments/payment-deps.ts'
import { directPayments, nothingToPay, paymentMethods } from '../payments/payment-method.ts'
import { cashChoice } from '../cash/cash.rules.ts'
import { withCashFee } from '../placing/quote.ts'
import { arrivalOf } from '../delivery/delivery.rules.ts'
import { findOrderCustomers } from './order-customers.queries.ts'
import { findOrderProducts } from './order-products.queries.ts'
import { findDraft } from './order-draft.queries.ts'
import { quoteManualOrder } from './manual-order.ts'

/** What staff see while they type an order. */
export const manualQuoteRoutes = [
  personalRoute(contract.quoteManualOrder, async (input, context) => {
    const { shop, db } = context
    const { currency } = shop
    const { items, country, state, pincode, draft, payment, ...rest } = input
    const held = draft ? (await findDraft(db, shop.shopId, draft))?.held : []
    const {
      quote: withoutFee,
      rules,
      cash,
      couponProblem,
    } = await quoteManualOrder(db, context, {
      ...rest,
      held: held ?? [],
      // The reason may still be missing.
      items: items.map((item) => ({ ...item, reason: 'Not entered yet' })),
      destination: { country: country || undefined, state, pincode },
    })
    const { lines, option, options } = withoutFee
    const offered = paymentMethods(rules.payment, (await providersOf(context)).offered, currency)
    const isPickedUp = option.id === PICK_UP
    const linked = offered.filter(({ kind }) => kind !== 'on_delivery')
    const problemWithCash = rules.payment.cod ? cash.problem : null
    const paidBy = payment ?? (linked.length > 0 ? 'link' : 'cod')
    const quote = withCashFee(withoutFee, paidBy === 'cod' ? cash.fee : 0)
    const { totals } = quote
    const orderValue = totals.subtotal - totals.discount
    const payments = [
      ...(linked.length > 0
        ? [
            {
              id: 'link',
              name: 'Payment link',
              text: `The customer chooses on the order page: ${listNames(linked)}.`,
            },
          ]
        : []),
      ...offered
        .filter(({ kind }) => kind === 'on_delivery' && problemWithCash === null)
        .map((method) =>
          isPickedUp ? { ...method, ...payAtPickUp } : cashChoice(method, cash.fee, [], shop),
        ),
      ...receivedPayments({ isPickedUp, currency }),
    ]
    return {
      data: {
        lines: lines.map((line) => {
          const { productid, variantid, productname, options: chosen, image } = lineToView(line, currency)
          const price = unitPrice(line)
          return {
            productid,
            variantid,
            productname,
            options: chosen,
            image,
            sku: line.sku,
            quantity: line.quantity,
            catalogprice: toMajor(line.catalogPrice, currency),
            price: toMajor(price, currency),
            linetotal: toMajor(price * line.quantity, currency),
            problem: line.quantity > line.available ? remainingStockMessage(line) : null,
          }
        }),
        totals: totalsToView(totals, quote.rules, currency),
        shippingMethod: option.id,
        shippingMethods: options.map(({ id, name, rule, days }) => ({
          id,
          name,
          price: toMajor(shippingFor(rule, orderValue), currency),
          arrival:
            id === PICK_UP ? 'The customer comes to the shop' : arrivalOf(rules.shipping, days, shop).text,
        })),
        payments: totals.total === 0 && lines.length > 0 ? [nothingToPay] : payments,
        cashProblem: problemWithCash,
        couponProblem,
        countries: rules.checkout.countries,
      },
    }
  }),

  route(contract.getOrderProducts, async ({ q }, { db, shop }) => ({
    data: await findOrderProducts(db, shop, q),
  })),

  route(contract.getOrderCustomers, async ({ q }, { db, shop }) => ({
    data: await findOrderCustomers(db, shop.shopId, q),
  })),
]

/** Cash on delivery, where nothing is delivered. */
const payAtPickUp = { name: 'Pay at pick-up', text: 'The customer pays when picking up the order.' }

/** What staff may have received already: at the shop they say how. */
const receivedPayments = ({ isPickedUp, currency }: { isPickedUp: boolean; currency: string }) =>
  Object.entries(directPayments)
    .filter(([id]) => id === 'paid' || (isPickedUp && (id !== 'upi_paid' || currency === 'INR')))
    .map(([id, method]) => ({ ...method, id }))

const listNames = (methods: readonly { name: string }[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(methods.map(({ name }) => name))
