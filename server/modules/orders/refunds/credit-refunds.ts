import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { giveBackCredit, lockCreditOfOrder } from '#server/modules/credit/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { findEmailShop } from '../emails/order-email.ts'
import { systemActor } from '../order/order-event.writes.ts'
import { lockOrder } from '../order/order.queries.ts'
import { creditMethods } from '../payments/payment-method.ts'
import { completeRefund } from './refund-result.ts'

const BATCH_SIZE = 20

/**
 * Gives back to gift cards and store credit what a lower total has left over, once an edit cannot be undone any more. Returns how
 * many refunds are done. Several processes may run it at once.
 */
export async function returnDueCredit(db: Database, keyedHash: KeyedHash): Promise<number> {
  const due = await db
    .selectFrom('refund as r')
    .innerJoin('payment as p', (on) =>
      on.onRef('p.config_id', '=', 'r.config_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.config_id as shopId', 'r.id', 'r.order_id as orderId'])
    .where('r.status', '=', 'waiting')
    // By the clock that has written it.
    .where('r.due_at', '<=', sql<Date>`now()`)
    .where('p.provider', 'in', Object.keys(creditMethods))
    .orderBy('r.due_at')
    .limit(BATCH_SIZE)
    .execute()
  let count = 0
  for (const { shopId, id, orderId } of due) {
    const shop = await findEmailShop(db, shopId)
    count += await db.transaction().execute(async (tx) => {
      // An edit withdraws such a refund, and locks the order first as well.
      await lockOrder(tx, shopId, orderId)
      await lockCreditOfOrder(tx, shopId, orderId)
      const refund = await tx
        .selectFrom('refund as r')
        .innerJoin('credit_entry as e', (on) =>
          on
            .onRef('e.config_id', '=', 'r.config_id')
            .onRef('e.payment_id', '=', 'r.payment_id')
            .on('e.kind', '=', 'spent'),
        )
        .select(['r.amount', 'r.payment_id as paymentId', 'e.account_id as accountId'])
        .where('r.config_id', '=', shopId)
        .where('r.id', '=', id)
        .where('r.status', '=', 'waiting')
        .executeTakeFirst()
      if (!refund) return 0
      const write = { shopId, actor: systemActor }
      await giveBackCredit(tx, write, orderId, [{ ...refund, refundId: id }])
      await completeRefund(tx, { shop, services: { keyedHash } }, { id, orderId })
      return 1
    })
  }
  return count
}
