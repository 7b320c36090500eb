import type { z } from 'zod'
import type { LabelQuotes, quoteLabels } from '#contract/carriers/label.ts'
import type { RequestContext } from '#server/http/route.ts'
import { findOrder, orderNotFound, positionOf } from '#server/modules/orders/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { isFromCarrier } from '#server/platform/carriers/carrier.ts'
import { listShopCarriers, type ShopCarrier } from './carriers-of-shop.ts'
import { packOrder, sizeOf, weigh, type Packed } from './package.ts'

/** The sentence about an order that is paid on delivery and ships in parts. */
export const CASH_IN_PARTS =
  'This order is paid on delivery and ships in parts, so the amount to collect is unknown. Ship it whole.'

/** Asks all carriers of a shop at once. One that refuses, or gives no answer, does not hide the prices of the others. */
export async function quoteOrder(
  { db, shop, services }: RequestContext,
  { number, shipmentId, lines, weight }: z.output<typeof quoteLabels.input>,
): Promise<LabelQuotes> {
  const order = await findOrder(db, shop.shopId, number)
  if (!order) throw orderNotFound()
  const units = lines.map(({ lineId, quantity }) => ({ position: positionOf(lineId), quantity }))
  const [packed, carriers] = await Promise.all([
    packOrder(db, shop, order, { shipmentId, lines: units }),
    listShopCarriers(db, shop, services),
  ])
  const grams = weigh(packed, weight, carriers.find(({ account }) => account?.weight)?.account)
  return {
    weight: grams,
    carriers: await Promise.all(carriers.map((carrier) => quotesOf(carrier, packed, grams))),
  }
}

async function quotesOf(
  { carrier, account }: ShopCarrier,
  packed: Packed,
  grams: number,
): Promise<LabelQuotes['carriers'][number]> {
  const view = { carrier: carrier.id, name: carrier.name, problem: '', quotes: [] }
  if (packed.isPartOfCash) return { ...view, problem: CASH_IN_PARTS }
  try {
    const quotes = await carrier.quote({ ...packed, size: sizeOf(grams, account) })
    const sorted = quotes.toSorted((one, other) => one.price - other.price)
    return {
      ...view,
      quotes: sorted.map((quote) => ({ ...quote, price: toMajor(quote.price, quote.currency) })),
    }
  } catch (error) {
    if (isFromCarrier(error)) return { ...view, problem: error.message }
    throw error
  }
}
