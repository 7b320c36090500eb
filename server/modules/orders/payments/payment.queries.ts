import { sql, type Selectable } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Payment } from '#server/db/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { OpenedBy } from '#server/platform/payments/online-payments.ts'

export type PaymentRow = Selectable<Payment>

/** Whether a payment only reserves money, which is taken when the order ships. A deposit is always taken at once. */
export const isTakenLater = ({
  takes_later: isLater,
  is_deposit: isDeposit,
}: Pick<PaymentRow, 'takes_later' | 'is_deposit'>): boolean => isLater && !isDeposit

/** Whether a wallet of the browser may be paying, so that no page may open beside it. */
export const isOfWallet = ({ reference, url }: Pick<PaymentRow, 'reference' | 'url'>): boolean =>
  reference !== null && url === null

/** Identifies a payment with its shop and order. */
export interface PaymentKey {
  shopId: number
  id: number
  orderId: number
}

/** The latest payment attempt of an order. Captures belong to an earlier one. */
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
    .where('authorized_by', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Who has opened a payment. */
export const openedBy = ({
  provider,
  account_id: accountId,
}: Pick<PaymentRow, 'provider' | 'account_id'>): OpenedBy => ({ provider, accountId })

/** The payment that a message is about, among those of the shop to whose address it was sent. */
export function findPaymentByReference(
  db: Database,
  shopId: number,
  provider: string,
  reference: string,
): Promise<(PaymentKey & OpenedBy & Pick<PaymentRow, 'status'>) | undefined> {
  return db
    .selectFrom('payment')
    .select([
      'config_id as shopId',
      'id',
      'order_id as orderId',
      'provider',
      'account_id as accountId',
      'status',
    ])
    .where('config_id', '=', shopId)
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

/** Whether a provider's page may be open where someone pays for an order now. */
export async function hasOpenPage(tx: Transaction, shopId: number, orderId: number): Promise<boolean> {
  const open = await tx
    .selectFrom('payment')
    .select('id')
    .where('config_id', '=', shopId)
    .where('order_id', '=', orderId)
    .where('status', '=', 'waiting')
    .where('reference', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** A payment whose money can be refunded. `charge` is null if no provider has it. Amounts are minor units. */
export interface RefundablePayment extends OpenedBy {
  id: number
  charge: string | null
  /** The gift card or store credit that paid; null: another payment. */
  creditId: number | null
  /** The last characters of the code of a gift card; else empty. */
  ending: string
  /** What is not refunded yet. */
  left: number
  /** What a lower total left over and is about to be refunded, but not sent yet. An edit withdraws it. */
  unsent: number
}

/** Adds to `payment as p` the account `e` that has paid, and its gift card `g`. */
const withCredit = sql`
  left join credit_entry e on e.config_id = p.config_id and e.payment_id = p.id and e.kind = 'spent'
  left join gift_card g on g.config_id = e.config_id and g.account_id = e.account_id`

/** The payments of an order that have arrived, the latest first, and gift cards and store credit after all others. */
export async function listRefundablePayments(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<RefundablePayment[]> {
  const { rows } = await sql<RefundablePayment>`
    select p.id, p.provider, p.account_id as "accountId", p.charge, e.account_id as "creditId",
      coalesce(g.ending, '') as ending, p.amount - coalesce((
        select sum(r.amount) from refund r
        where r.config_id = p.config_id and r.payment_id = p.id and r.status <> 'failed' and r.currency is null
      ), 0)::bigint as left, coalesce((
        select sum(r.amount) from refund r
        where r.config_id = p.config_id and r.payment_id = p.id and ${isUnsentExcess}
      ), 0)::bigint as unsent
    from payment p
    ${withCredit}
    where p.config_id = ${shopId} and p.order_id = ${orderId} and p.status = 'paid'
    order by e.account_id is not null, p.id desc`.execute(db)
  return rows
}

/** Whether `refund as r` is of a total that an edit has lowered, and no provider was asked to send it. */
export const isUnsentExcess = sql`r.is_excess and r.status = 'waiting' and r.attempts = 0 and r.reference is null`

/** A payment that its provider is asked about now. */
export interface DuePayment extends PaymentKey, OpenedBy {
  status: 'waiting' | 'authorized' | 'releasing' | 'capturing'
  reference: string | null
  /** What is reserved at the provider, to release it. */
  charge: string | null
  /** The deadline has passed, or the order no longer needs this payment, so the payment page must be closed. */
  isOver: boolean
  /** The order is still pending a day after its deadline. Every payment page has expired by then. */
  isLongOver: boolean
}
