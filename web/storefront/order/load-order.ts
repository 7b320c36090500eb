import { getOrder } from '#contract/orders/order.ts'
import { orderKey, type OrderAccess } from '../../data/checkout/orders.ts'
import type { RouterContextProvider } from '../../lib/on-server/loader-answers.ts'
import { loadRecord } from '../layout/personal-data.ts'

/** What the address of the page says about an order. */
export const orderAccess = (number: string, search: URLSearchParams): OrderAccess => ({
  number: number.toUpperCase(),
  accessToken: search.get('accessToken') ?? undefined,
})

/** Reads the order for a page that the server renders for its visitor. */
export const loadOrder = (context: Readonly<RouterContextProvider>, access: OrderAccess) =>
  loadRecord(context, { key: orderKey(access), endpoint: getOrder, input: { ...access } })
