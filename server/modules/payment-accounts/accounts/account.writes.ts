import { sql } from 'kysely'
import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import { later, type Database, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { countOpenPayments, findAccountInUse, listAccounts, openPaymentsOf } from './account.queries.ts'
import type { AccountDetails, AccountRow } from './account.queries.ts'

const subject = 'payment_account'

export const notConnected = () => new AppError(404, 'not_found', 'This provider is not connected')

const changed = () =>
  new AppError(409, 'connection_changed', 'Someone else has changed this connection. Reload the page')

/** Keys that the provider has accepted, and what belongs to them. */
export interface NewAccount {
  provider: OnlineProvider
  mode: PaymentMode
  name: string
  details: AccountDetails
  credentials: Buffer
}

/**
 * Stores the keys of a provider. Keys of the merchant account of `replaced` take their place, so that its open payments go on; any
 * other `replaced` retires. Returns the id of the account, and of the retired one. AppError 409 if the connection has changed.
 */
export async function connectAccount(
  tx: Transaction,
  write: WriteContext,
  account: NewAccount,
  {
    replaced,
    isSameMerchant,
    version,
  }: { replaced: AccountRow | undefined; isSameMerchant: boolean; version: number | undefined },
): Promise<{ id: number; retired: number | null }> {
  const { shopId, actor } = write
  const { provider, mode, name, details, credentials } = account
  await lockConnections(tx, shopId)
  const before = await findAccountInUse(tx, shopId, provider, { lock: true })
  if (before) await requireVersion(tx, write, { subject, subjectId: before.id, version })
  if (before?.id !== replaced?.id) throw changed()
  const after = fieldsOf(account)
  if (before && isSameMerchant) {
    await sql`
      update payment_account set name = ${name}, details = ${JSON.stringify(details)}, sealed_credentials = ${credentials},
        verified_at = now(), actor_id = ${actor.id}, actor_name = ${actor.name}
      where config_id = ${shopId} and id = ${before.id}`.execute(tx)
    const change = { before: fieldsOf(before), after: { ...after, keysReplaced: true } }
    later(tx, record(tx, { ...write, action: 'update', subject, subjectId: before.id, ...change }))
    return { id: before.id, retired: null }
  }
  if (before) await retire(tx, write, before)
  const { rows } = await sql<{ id: number }>`
    insert into payment_account (config_id, provider, mode, name, details, sealed_credentials, actor_id, actor_name)
    values (${shopId}, ${provider}, ${mode}, ${name}, ${JSON.stringify(details)}, ${credentials}, ${actor.id}, ${actor.name})
    on conflict do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw changed()
  later(tx, record(tx, { ...write, action: 'create', subject, subjectId: id, after }))
  return { id, retired: before?.id ?? null }
}

/** Lets one connection of a shop begin at a time. A new one has no row yet that another could wait for. */
const lockConnections = (tx: Transaction, shopId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment accounts ${shopId}`}, 0))`.execute(tx)

/** The fields of an account for the audit log. */
const fieldsOf = ({
  provider,
  mode,
  name,
  details,
}: Pick<AccountRow, 'provider' | 'mode' | 'name' | 'details'>) => ({
  provider,
  mode,
  name,
  key: details.key,
  ...(details.publishableKey !== undefined && { publishableKey: details.publishableKey }),
})

async function retire(tx: Transaction, write: WriteContext, { id }: Pick<AccountRow, 'id'>): Promise<void> {
  const { shopId } = write
  await sql`
    update payment_account set state = 'retired', retired_at = now()
    where config_id = ${shopId} and id = ${id}`.execute(tx)
  const change = { before: { inUse: true }, after: { inUse: false } }
  later(tx, record(tx, { ...write, action: 'update', subject, subjectId: id, ...change }))
}

/**
 * Takes a provider out of the checkout. Its keys stay for the payments that it has opened. Returns the account and how many of its
 * payments and refunds are open. AppError 404.
 */
export async function disconnectAccount(
  tx: Transaction,
  write: WriteContext,
  provider: OnlineProvider,
): Promise<{ id: number; openPayments: number }> {
  const account = await findAccountInUse(tx, write.shopId, provider, { lock: true })
  if (!account) throw notConnected()
  await retire(tx, write, account)
  return { id: account.id, openPayments: await countOpenPayments(tx, write.shopId, account.id) }
}

/** Puts a retired account back into the checkout. AppError 404 once its keys are erased, 409 if the provider is connected again. */
export async function reconnectAccount(
  tx: Transaction,
  write: WriteContext,
  id: number,
): Promise<AccountRow> {
  const { shopId } = write
  await lockConnections(tx, shopId)
  const accounts = await listAccounts(tx, shopId, { lock: true })
  const account = accounts.find((each) => each.id === id)
  if (!account)
    throw new AppError(404, 'not_found', 'The keys of this connection are erased. Enter them again')
  if (account.state === 'in_use') return account
  if (accounts.some(({ state, provider }) => state === 'in_use' && provider === account.provider))
    throw new AppError(409, 'already_connected', 'This provider is already connected again')
  await sql`
    update payment_account set state = 'in_use', retired_at = null
    where config_id = ${shopId} and id = ${id}`.execute(tx)
  const change = { before: { inUse: false }, after: { inUse: true } }
  later(tx, record(tx, { ...write, action: 'update', subject, subjectId: id, ...change }))
  return account
}

/** Notes that the provider has accepted the keys. */
export async function markVerified(db: Database, shopId: number, id: number): Promise<void> {
  await sql`
    update payment_account set verified_at = now() where config_id = ${shopId} and id = ${id}`.execute(db)
}

/** Notes that a message of the provider has passed its check, once a minute at most: many messages come at a time. */
export async function markWebhookSeen(db: Database, shopId: number, id: number): Promise<void> {
  await sql`
    update payment_account set webhook_seen_at = now()
    where config_id = ${shopId} and id = ${id}
      and (webhook_seen_at is null or webhook_seen_at < now() - interval '1 minute')`.execute(db)
}

/** How long a disconnected account can still refund what it has taken. */
const REFUND_DAYS = 90

/**
 * Erases the keys of retired accounts of all shops that nothing open depends on: after `REFUND_DAYS`, or after an hour if they have
 * never opened a payment. Until then the connection can be restored. Returns the count.
 */
export async function eraseFinishedKeys(db: Database): Promise<number> {
  const { rows } = await sql`
    update payment_account a set sealed_credentials = null
    where a.retired_at is not null and a.sealed_credentials is not null
      and a.retired_at < now() - interval '1 hour'
      and (a.retired_at < now() - make_interval(days => ${REFUND_DAYS})
        or not exists (select from payment p where p.config_id = a.config_id and p.account_id = a.id))
      and not exists (
        select from test_payment t where t.config_id = a.config_id and t.account_id = a.id and t.next_poll_at is not null)
      and ${openPaymentsOf} = 0
    returning true`.execute(db)
  return rows.length
}
