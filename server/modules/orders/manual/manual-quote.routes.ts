import * as contract from '#contract/orders/manual-quote.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { lineToView, totalsToView } from '#server/modules/cart/index.ts'
import { shippingFor, toMajor, unitPrice } from '#server/modules/pricing/index.ts'
import { remainingStockMessage } from '#server/modules/stock/index.ts'
import { cashProblem, nothingToPay, paidDirectly, paymentMethods } from '../payments/payment-method.ts'
import { arrivalOf } from '../delivery/delivery.rules.ts'
import { findOrderCustomers } from './order-customers.queries.ts'
import { findOrderProducts } from './order-products.queries.ts'
import { quoteManualOrder } from './manual-order.ts'

/** What staff see while they type an order. */
export const manualQuoteRoutes = [
  personalRoute(contract.quoteManualOrder, async (input, context) => {
    const { shop, db, services } = context
    const { currency } = shop
    const { items, country, state, pincode, ...rest } = input
    const { quote, rules, couponProblem } = await quoteManualOrder(db, context, {
      ...rest,
      // The reason may still be missing.
      items: items.map((item) => ({ ...item, reason: 'Not entered yet' })),
      destination: { country: country || undefined, state, pincode },
    })
    const { lines, option, options, totals } = quote
    const offered = paymentMethods(rules.payment, services.online, currency)
    const linked = offered.filter(({ kind }) => kind !== 'on_delivery')
    const problemWithCash = rules.payment.cod
      ? cashProblem(rules.payment, { possible: option.cash, total: totals.total }, shop)
      : null
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
      ...offered.filter(({ kind }) => kind === 'on_delivery' && problemWithCash === null),
      { ...paidDirectly, id: 'paid' },
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
          arrival: arrivalOf(rules.shipping, days, shop).text,
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

const listNames = (methods: readonly { name: string }[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(methods.map(({ name }) => name))
