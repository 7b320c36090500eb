import { sql, type RawBuilder } from 'kysely'
import type { CreditEntryKind, GiftCardState } from '#contract/credit/gift-card.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { CreditSource } from '../accounts/credit.rules.ts'

export const cardNotFound = () => new AppError(404, 'not_found', 'There is no such gift card')

/** The gift card with a code, by its hash. */
export async function findCardByHash(
  db: Database,
  shopId: number,
  codeHash: string,
): Promise<CreditSource | undefined> {
  const { rows } = await sql<CreditSource>`
    select a.id as "accountId", a.kind, a.currency, a.balance, a.expires_at as "expiresAt",
      coalesce(a.expires_at <= now(), false) as "isExpired", a.deactivated_at as "deactivatedAt", g.ending
    from gift_card g join credit_account a on a.config_id = g.config_id and a.id = g.account_id
    where g.config_id = ${shopId} and g.code_hash = ${codeHash}`.execute(db)
  return rows[0]
}

/** A gift card as staff see it. Amounts are minor units. */
export interface StoredCard {
  id: number
  ending: string
  state: GiftCardState
  balance: number
  issued: number
  currency: string
  recipientName: string
  recipientEmail: string
  senderName: string
  message: string
  expiresAt: Date | null
  deactivatedAt: Date | null
  sendAt: Date | null
  emailedAt: Date | null
  createdAt: Date
  order: string | null
  orderSerial: string | null
  version: number
}

const state = sql<GiftCardState>`case when a.deactivated_at is not null then 'deactivated'
  when a.expires_at <= now() then 'expired' when a.balance = 0 then 'used' else 'active' end`

const selectCards = sql`
  select a.id, g.ending, ${state} as state, a.balance, a.currency, coalesce((
      select sum(e.amount) from credit_entry e
      where e.config_id = a.config_id and e.account_id = a.id and e.kind = 'issued'), 0)::bigint as issued,
    g.recipient_name as "recipientName", g.recipient_email as "recipientEmail", g.sender_name as "senderName", g.message,
    a.expires_at as "expiresAt", a.deactivated_at as "deactivatedAt", g.send_at as "sendAt",
    g.emailed_at as "emailedAt", a.created_at as "createdAt", o.number as order, o.serial as "orderSerial", coalesce((
      select max(u.id) from audit_entry u
      where u.config_id = a.config_id and u.subject = 'gift_card' and u.subject_id = a.id::text), 0)::bigint as version
  from credit_account a join gift_card g on g.config_id = a.config_id and g.account_id = a.id
  left join shop_order o on o.config_id = g.config_id and o.id = g.order_id`

const sorts: Record<string, RawBuilder<unknown>> = {
  newest: sql`a.id desc`,
  oldest: sql`a.id`,
  balance: sql`a.balance, a.id`,
  balance_desc: sql`a.balance desc, a.id desc`,
}

/** A page of the gift cards of a shop, and how many match. */
export async function listGiftCards(
  db: Database,
  shopId: number,
  {
    page,
    limit,
    q,
    state: wanted,
    sort,
  }: {
    page: number
    limit: number
    q?: string | undefined
    state?: GiftCardState | undefined
    sort: string
  },
): Promise<{ rows: StoredCard[]; total: number }> {
  const search = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined
  const where = sql`a.config_id = ${shopId} and a.kind = 'gift_card'
    ${search ? sql`and (g.ending ilike ${search} or g.recipient_email ilike ${search} or g.recipient_name ilike ${search})` : sql``}
    ${wanted ? sql`and ${state} = ${wanted}` : sql``}`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredCard>`${selectCards} where ${where} order by ${sorts[sort] ?? sql`a.id desc`}
      limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ count: number }>`
      select count(*)::integer as count from credit_account a
      join gift_card g on g.config_id = a.config_id and g.account_id = a.id where ${where}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** A gift card; with `lock`, locked until the transaction ends. AppError 404. */
export async function readGiftCard(db: Database, shopId: number, id: number): Promise<StoredCard> {
  const { rows } = await sql<StoredCard>`
    ${selectCards} where a.config_id = ${shopId} and a.id = ${id}`.execute(db)
  const [card] = rows
  if (!card) throw cardNotFound()
  return card
}

/** A line of a history, with its amount in minor units. */
export interface EntryRow {
  id: number
  kind: CreditEntryKind
  amount: number
  order: string | null
  orderSerial: string | null
  reason: string
  who: string
  at: Date
}

/** The history of an account, newest first. */
export async function listEntries(db: Database, shopId: number, accountId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.kind, e.amount, o.number as order, o.serial as "orderSerial", e.reason, e.actor_name as who,
      e.created_at as at
    from credit_entry e left join shop_order o on o.config_id = e.config_id and o.id = e.order_id
    where e.config_id = ${shopId} and e.account_id = ${accountId}
    order by e.id desc limit 500`.execute(db)
  return rows
}

/** A card whose email is due. */
export interface DueCard {
  shopId: number
  accountId: number
  sealedCode: Buffer
  recipientEmail: string
  recipientName: string
  senderName: string
  message: string
  origin: string
  emails: number
  currency: string
  balance: number
  expiresAt: Date | null
}

/** Claims the card whose email has been due for longest until the transaction ends. */
export async function claimDueCard(tx: Transaction): Promise<DueCard | undefined> {
  const { rows } = await sql<DueCard>`
    select g.config_id as "shopId", g.account_id as "accountId", g.sealed_code as "sealedCode",
      g.recipient_email as "recipientEmail", g.recipient_name as "recipientName", g.sender_name as "senderName", g.message,
      g.origin, g.emails, a.currency, a.balance, a.expires_at as "expiresAt"
    from gift_card g join credit_account a on a.config_id = g.config_id and a.id = g.account_id
    where g.send_at <= now()
    order by g.send_at, g.account_id limit 1 for update of g skip locked`.execute(tx)
  return rows[0]
}
