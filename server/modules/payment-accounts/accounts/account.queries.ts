import { sql, type RawBuilder } from 'kysely'
import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import type { Database } from '#server/db/connect.ts'

/** A connection of a shop to a provider. */
export interface AccountRow {
  id: number
  provider: OnlineProvider
  mode: PaymentMode
  state: 'in_use' | 'retired'
  /** What the provider calls the merchant. */
  name: string
  details: AccountDetails
  /** Encrypted; null: erased. */
  credentials: Buffer | null
}

/** What is no secret about an account. */
export interface AccountDetails {
  /** Beginning and end of the key. */
  key: string
  /** Where the provider sends its messages, as it stood in the dialog. */
  webhookUrl: string
  /** Of Stripe, for the buttons of wallets; absent: none. */
  publishableKey?: string
}

const columns = sql`a.id, a.provider, a.mode, a.state, a.name, a.details, a.sealed_credentials as credentials`

/** The accounts of a shop whose keys exist, those in use first. `lock` locks them until the transaction ends. */
export async function listAccounts(
  db: Database,
  shopId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${columns} from payment_account a
    where a.config_id = ${shopId} and a.sealed_credentials is not null
    order by a.state, a.id ${lock ? sql`for no key update of a` : sql``}`.execute(db)
  return rows
}

/** The account of a provider that the checkout uses. */
export async function findAccountInUse(
  db: Database,
  shopId: number,
  provider: OnlineProvider,
  options: { lock?: boolean } = {},
): Promise<AccountRow | undefined> {
  const accounts = await listAccounts(db, shopId, options)
  return accounts.find((account) => account.state === 'in_use' && account.provider === provider)
}

/** Payments and refunds of `payment_account a` that have not ended, as a number. */
export const openPaymentsOf: RawBuilder<number> = sql`(
  (select count(*) from payment p
    where p.config_id = a.config_id and p.account_id = a.id
      and p.status in ('waiting', 'authorized', 'capturing', 'releasing'))
  + (select count(*) from refund r join payment p on p.config_id = r.config_id and p.id = r.payment_id
    where r.config_id = a.config_id and r.status = 'waiting' and r.due_at < 'infinity' and p.account_id = a.id)
  )::integer`

export async function countOpenPayments(db: Database, shopId: number, accountId: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select ${openPaymentsOf} as open from payment_account a
    where a.config_id = ${shopId} and a.id = ${accountId}`.execute(db)
  return rows[0]?.open ?? 0
}

/** Payments that an account has opened, the latest of each status: who can read one owns the same merchant account. */
export async function listLatestReferences(
  db: Database,
  shopId: number,
  accountId: number,
): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct on (status) reference from payment
    where config_id = ${shopId} and account_id = ${accountId} and reference is not null
    order by status, id desc`.execute(db)
  return rows.map(({ reference }) => reference)
}

/** What the settings page shows of an account beside its row. */
export interface AccountFacts extends AccountRow {
  connectedAt: Date
  connectedBy: string
  webhookSeenAt: Date | null
  openPayments: number
  version: number
}

/** The accounts that are in use or still answer, for the settings page. */
export async function listAccountFacts(db: Database, shopId: number): Promise<AccountFacts[]> {
  const { rows } = await sql<AccountFacts>`
    select ${columns}, a.connected_at as "connectedAt", a.actor_name as "connectedBy",
      a.webhook_seen_at as "webhookSeenAt", ${openPaymentsOf} as "openPayments",
      coalesce((select max(j.id) from audit_entry j
        where j.config_id = a.config_id and j.subject = 'payment_account' and j.subject_id = a.id::text), 0)::float8 as version
    from payment_account a where a.config_id = ${shopId} and a.sealed_credentials is not null
    order by a.state, a.id`.execute(db)
  return rows
}
