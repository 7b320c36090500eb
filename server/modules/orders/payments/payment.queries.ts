import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Payment } from '#server/db/schema.ts'
import { AppError } from '#server/http/errors.ts'

export type PaymentRow = Selectable<Payment>

/** Identifies a payment with its shop and order. */
export interface PaymentKey {
  shopId: number
  id: number
  orderId: number
}

/** The latest payment attempt of an order. */
export function findLatestPayment(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Searches all shops, because a provider sends the events of an account to one URL for all of them. */
export function findPaymentByReference(
  db: Database,
  provider: string,
  reference: string,
): Promise<PaymentKey | undefined> {
  return db
    .selectFrom('payment')
    .select(['config_id as shopId', 'id', 'order_id as orderId'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Locks a payment until the transaction ends. Lock its order first. */
export function lockPayment(tx: Transaction, shopId: number, id: number): Promise<PaymentRow> {
  return tx
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'Payment not found'))
}

/** The payment whose money can be refunded. `charge` is null if no provider holds it. */
export function findPaidPayment(tx: Transaction, shopId: number, orderId: number) {
  return tx
    .selectFrom('payment')
    .select(['id', 'charge'])
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
}
