import type { Database, Transaction } from '#server/db/connect.ts'
import type { PaymentRow } from '../payments/payment.queries.ts'

/** The authorised payment of an order whose money can still be captured. */
export function findAuthorization(
  db: Database | Transaction,
  shopId: number,
  orderId: number,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'authorized')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The capture of an order whose outcome is not known. */
export function findOpenCapture(
  db: Database | Transaction,
  shopId: number,
  orderId: number,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'capturing')
    .limit(1)
    .executeTakeFirst()
}

/** What was captured of an authorised payment, in minor units. */
export async function sumCaptures(
  db: Database | Transaction,
  { config_id: shopId, id }: Pick<PaymentRow, 'config_id' | 'id'>,
): Promise<number> {
  const { sum } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('config_id', '=', shopId)
    .where('authorized_by', '=', id)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** The ids at the provider of the captures of an authorised payment that are counted or refunded already. */
export async function listCharges(
  tx: Transaction,
  shopId: number,
  authorizationId: number,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('payment')
    .select('charge')
    .where('config_id', '=', shopId)
    .where('authorized_by', '=', authorizationId)
    .execute()
  return new Set(rows.flatMap(({ charge }) => charge ?? []))
}
