import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { BulkOutcome, bulkOrders } from '#contract/orders/admin-order.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import type { Shipment } from '../shipments/shipment.writes.ts'
import { confirmAsStaff, deliverAsStaff, shipAsStaff } from './admin-order.writes.ts'

const noTracking: Shipment = { carrier: '', tracking: '', trackingUrl: '' }

const actions = {
  confirm: { run: confirmAsStaff, done: 'Confirmed' },
  fulfil: { run: shipAsStaff, done: 'Shipped' },
  deliver: { run: deliverAsStaff, done: 'Delivered' },
}

/** Leaves connections of the pool to shoppers. */
const MAX_CONCURRENT_ORDERS = 4

/**
 * Applies an action to many orders, each in its own transaction, as one job of the audit log. Returns the outcomes in the
 * order of the request.
 */
export async function applyInBulk(
  { numbers, action, shipments }: z.output<typeof bulkOrders.input>,
  context: PersonalContext,
): Promise<BulkOutcome[]> {
  const uniqueNumbers = [...new Set(numbers)]
  const outcomes = new Map<string, BulkOutcome>()
  const job = randomUUID()
  const { run, done } = actions[action]
  const shipmentByNumber = new Map(shipments.map(({ number, ...shipment }) => [number, shipment]))
  // The workers share this iterator.
  const queue = uniqueNumbers.values()
  const work = async () => {
    for (const number of queue) {
      try {
        await asStaff(context, (tx, write) =>
          run(
            tx,
            { write: { ...write, job }, email: context, number },
            shipmentByNumber.get(number) ?? noTracking,
          ),
        )
        outcomes.set(number, { number, done: true, message: done })
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || error.status === 401) throw error
        outcomes.set(number, { number, done: false, message: error.message })
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_ORDERS }, work))
  return uniqueNumbers.flatMap((number) => outcomes.get(number) ?? [])
}
