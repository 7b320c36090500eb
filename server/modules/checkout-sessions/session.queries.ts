import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { isSecretId } from './secret-id.ts'
import type { SessionInput } from './session-input.ts'

/** A checkout of a platform. */
export interface Session {
  id: string
  platformId: number
  protocol: string
  cartId: string | null
  input: SessionInput
  /** `cancelled`: by the platform, or because its time is over. */
  state: 'open' | 'ordered' | 'cancelled'
  orderId: number | null
  webhookUrl: string | null
  expiresAt: Date
}

/** Who asks for which session. A session of another platform does not exist for it. */
export interface SessionKey {
  shopId: number
  platformId: number
  id: string
}

export const sessionColumns = sql`id, platform_id as "platformId", protocol, cart_id as "cartId", input,
  case when state = 'open' and expires_at <= now() then 'cancelled' else state end as state, order_id as "orderId",
  webhook_url as "webhookUrl", expires_at as "expiresAt"`

export const findSession = (db: Database, key: SessionKey): Promise<Session | undefined> =>
  select(db, key, sql``)

/** The session, which no other transaction changes until this one ends. */
export const lockSession = (tx: Transaction, key: SessionKey): Promise<Session | undefined> =>
  select(tx, key, sql`for update`)

async function select(db: Database, { shopId, platformId, id }: SessionKey, lock: RawBuilder<unknown>) {
  if (!isSecretId(id)) return undefined
  const { rows } = await sql<Session>`
    select ${sessionColumns} from checkout_session
    where config_id = ${shopId} and platform_id = ${platformId} and id = ${id} ${lock}`.execute(db)
  return rows[0]
}

/** The session that its buyer continues in a browser, whatever the platform; the caller has the secret id. */
export const findSessionById = (db: Database, shopId: number, id: string): Promise<Session | undefined> =>
  selectById(db, { shopId, id }, sql``)

/** The same, which no other transaction changes until this one ends. */
export const lockSessionById = (tx: Transaction, shopId: number, id: string): Promise<Session | undefined> =>
  selectById(tx, { shopId, id }, sql`for update`)

/** The last order of a checkout that was made of this cart; null if there is none. */
export async function findOrderOfCart(db: Database, shopId: number, cartId: string): Promise<number | null> {
  const { rows } = await sql<{ orderId: number }>`
    select order_id as "orderId" from checkout_session
    where config_id = ${shopId} and cart_id = ${cartId} and state = 'ordered'
    order by order_id desc limit 1`.execute(db)
  return rows[0]?.orderId ?? null
}

async function selectById(
  db: Database,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
  lock: RawBuilder<unknown>,
) {
  if (!isSecretId(id)) return undefined
  const { rows } = await sql<Session>`
    select ${sessionColumns} from checkout_session where config_id = ${shopId} and id = ${id} ${lock}`.execute(
    db,
  )
  return rows[0]
}
