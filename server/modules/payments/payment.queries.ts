import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Payment } from '#server/db/schema.ts'

export type PaymentRow = Selectable<Payment>

/** Which payment, of which order and shop. */
export interface PaymentKey {
  configId: number
  id: number
  orderId: number
}

/** The latest attempt to pay an order. */
export function findPayment(
  db: Database,
  configId: number,
  orderId: number,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', configId)
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The payment that a provider calls so, of whichever shop: providers tell one address about all payments of an account,
 * whatever host they came from.
 */
export function findToldPayment(
  db: Database,
  provider: string,
  reference: string,
): Promise<PaymentKey | undefined> {
  return db
    .selectFrom('payment')
    .select(['config_id as configId', 'id', 'order_id as orderId'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Locked until the transaction ends; the order is locked before. */
export function lockPayment(tx: Transaction, configId: number, id: number): Promise<PaymentRow> {
  return tx
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}
