import { manualOrderInput } from '#contract/orders/manual-order.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { systemActor } from '../order/order-event.writes.ts'
import { decideOrder } from '../placing/place.rules.ts'
import { prepareOrder } from './manual-order.ts'
import type { StoredDraft } from './order-draft.queries.ts'

/** What a draft would be as an order now, in stock or not, with its documents' columns. AppErrors of `placeManualOrder`. */
export async function decideDraft(db: Database, context: PersonalContext, { number, request }: StoredDraft) {
  const input = manualOrderInput.parse({ ...request, state: 'placed' })
  const asked = await prepareOrder(db, context, { number, input }, systemActor)
  const rows = asked.basis.rows.map((row) => ({ ...row, available: Math.max(row.available, row.quantity) }))
  const { order, lines, payNow } = decideOrder({ ...asked, basis: { ...asked.basis, rows } }, new Date())
  return {
    method: payNow,
    lines: lines.map((line) => ({ ...line, sku: line.sku ?? '', hsn: line.hsn ?? '' })),
    order: {
      ...order,
      coupon_code: order.coupon_code ?? null,
      discount_reason: order.discount_reason ?? '',
      tax_name: order.tax_name ?? '',
      tax_note: order.tax_note ?? '',
      shipping_tax: order.shipping_tax ?? 0,
      paid: 0,
      refunded: 0,
      excess_refunded: 0,
      authorized: 0,
      // An interface is no JSON value for the compiler.
      shipping_taxes: order.shipping_taxes.map((part) => ({ ...part })),
    },
  }
}
