import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BulkOrderAction, BulkOutcome, bulkOrders } from '#contract/orders/order-actions.ts'
import { orderStatuses } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { withCapture } from '../captures/with-capture.ts'
import { requireMayRefundPaid } from '../refunds/refund-permission.ts'
import {
  cancelAsStaff,
  confirmAsStaff,
  deliverAsStaff,
  shipAsStaff,
  type StaffAction,
} from './admin-order.writes.ts'
import { changeTags } from './order-tags.writes.ts'

type Input = z.output<typeof bulkOrders.input>

interface Action {
  run(tx: Transaction, action: StaffAction, input: Input, context: PersonalContext): Promise<unknown>
  done: string
  /** The statuses of orders that need no change any more. */
  reached: readonly string[]
  already: string
}

const actions: Record<BulkOrderAction, Action> = {
  confirm: {
    run: confirmAsStaff,
    done: 'Confirmed',
    reached: ['confirmed', 'shipped', 'delivered'],
    already: 'Already paid',
  },
  fulfil: {
    run(tx, action, { shipments }) {
      const found = shipments.find(({ number }) => number === action.number)
      const { carrier = '', tracking = '', trackingUrl = '', expectedOn = null } = found ?? {}
      return shipAsStaff(tx, action, { carrier, tracking, trackingUrl, expectedOn })
    },
    done: 'Shipped',
    reached: ['shipped', 'delivered'],
    already: 'Already shipped',
  },
  deliver: { run: deliverAsStaff, done: 'Delivered', reached: ['delivered'], already: 'Already delivered' },
  cancel: {
    async run(tx, action, { reason, restock }, context) {
      await requireMayRefundPaid(tx, context, action.number)
      return cancelAsStaff(tx, action, { reason, restock })
    },
    done: 'Cancelled',
    reached: ['cancelled'],
    already: 'Already cancelled',
  },
  tag: {
    run: (tx, action, { tags }) => changeTags(tx, action, { added: tags }),
    done: 'Tagged',
    reached: orderStatuses,
    already: 'Already tagged',
  },
  untag: {
    run: (tx, action, { tags }) => changeTags(tx, action, { removed: tags }),
    done: 'Tag removed',
    reached: orderStatuses,
    already: 'Not tagged',
  },
}

/** Leaves connections of the pool to shoppers. */
const MAX_CONCURRENT_ORDERS = 4

/**
 * Applies an action to many orders, each in its own transaction, as one job of the audit log. Returns the outcomes in the
 * order of the request. An order that already is as wanted is no failure, so a lost answer can be asked for again.
 */
export async function applyInBulk(input: Input, context: PersonalContext): Promise<BulkOutcome[]> {
  const uniqueNumbers = [...new Set(input.numbers)]
  const outcomes = new Map<string, BulkOutcome>()
  const job = randomUUID()
  const { run, done, already } = actions[input.action]
  // The workers share this iterator.
  const queue = uniqueNumbers.values()
  const work = async () => {
    for (const number of queue) {
      try {
        await withCapture(context, { number }, () =>
          asStaff(context, (tx, write) =>
            run(tx, { write: { ...write, job }, email: context, number }, input, context),
          ),
        )
        outcomes.set(number, { number, done: true, changed: true, message: done })
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || error.status === 401) throw error
        const isReached = error.status === 409 && (await hasReached(context, number, input))
        const message = isReached ? already : error.message
        outcomes.set(number, { number, done: isReached, changed: false, message })
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_ORDERS }, work))
  return uniqueNumbers.flatMap((number) => outcomes.get(number) ?? [])
}

/**
 * Whether an earlier change has done what the action would do. Confirming says that the money has arrived, and shipping stores
 * the tracking number.
 */
async function hasReached(
  { db, shop }: PersonalContext,
  number: string,
  { action, shipments }: Input,
): Promise<boolean> {
  const order = await db
    .selectFrom('shop_order')
    .select(['status', 'tracking', sql<boolean>`paid - refunded >= total`.as('isPaid')])
    .where('config_id', '=', shop.shopId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!order || !actions[action].reached.includes(order.status)) return false
  if (action === 'confirm') return order.isPaid
  const tracking = action === 'fulfil' && shipments.find((shipment) => shipment.number === number)?.tracking
  return !tracking || tracking === order.tracking
}
