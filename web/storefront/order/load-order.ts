import { getOrder } from '#contract/orders/order.ts'
import { getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { orderKey, paymentChoicesKey, type OrderAccess } from '#web/data/checkout/orders.ts'
import type { RouterContextProvider } from '#web/lib/on-server/loader-answers.ts'
import { loadPersonal, loadRecord } from '../layout/personal-data.ts'

/** Reads the order, and the ways to pay it, for a page that the server renders for its visitor. */
export async function loadOrder(context: Readonly<RouterContextProvider>, access: OrderAccess) {
  const input = { ...access }
  const [order, payments = []] = await Promise.all([
    loadRecord(context, { key: orderKey(access), endpoint: getOrder, input }),
    loadPersonal(context, [{ key: paymentChoicesKey(access), endpoint: getPaymentChoices, input }]),
  ])
  return order && { ...order, personal: [...order.personal, ...payments] }
}
