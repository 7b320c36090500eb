import { randomUUID } from 'node:crypto'
import type { BulkOutcome, bulkOrders } from '#contract/admin-order.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import type { z } from 'zod'
import { confirmByHand, deliverByHand, shipByHand } from './admin-order.writes.ts'
import type { Parcel } from './move.writes.ts'

const none: Parcel = { carrier: '', tracking: '', trackingUrl: '' }

const moves = {
  confirm: { move: confirmByHand, done: 'Confirmed' },
  fulfil: { move: shipByHand, done: 'Shipped' },
  deliver: { move: deliverByHand, done: 'Delivered' },
}

/** So many at once: enough to be done in time, few enough to leave connections to shoppers. */
const atOnce = 4

/** Moves orders on, each in a transaction of its own, as one job of the journal. Answers how it went, in the order asked. */
export async function moveInBulk(
  { numbers, action, parcels }: z.output<typeof bulkOrders.input>,
  context: PersonalContext,
): Promise<BulkOutcome[]> {
  const wanted = [...new Set(numbers)]
  const outcomes = new Map<string, BulkOutcome>()
  const job = randomUUID()
  const { move, done } = moves[action]
  const byNumber = new Map(parcels.map(({ number, ...parcel }) => [number, parcel]))
  const queue = wanted.values()
  // Several workers take from one queue.
  const work = async () => {
    for (const number of queue) {
      try {
        await asStaff(context, (tx, write) =>
          move(tx, { write: { ...write, job }, mail: context, number }, byNumber.get(number) ?? none),
        )
        outcomes.set(number, { number, done: true, message: done })
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || error.status === 401) throw error
        outcomes.set(number, { number, done: false, message: error.message })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return wanted.flatMap((number) => outcomes.get(number) ?? [])
}
