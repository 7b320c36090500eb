import {
  type SessionKey,
  type SessionInput,
  isSecretId,
  makeSecretId,
} from '#server/modules/checkout-sessions/index.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'

/** A cart of a platform. */
export interface AgentCart {
  id: string
  input: SessionInput
  expiresAt: Date
}

/** Days after its last change in which a cart can be read. */
const CART_DAYS = 7

const columns = sql`id, input, expires_at as "expiresAt"`
const expiry = sql`now() + ${CART_DAYS} * interval '1 day'`

/** The cart, unless it was cancelled or its time is over. */
export const findAgentCart = (db: Database, key: SessionKey): Promise<AgentCart | undefined> =>
  select(db, key, sql``)

/** The cart, which no other transaction changes until this one ends. */
export const lockAgentCart = (tx: Transaction, key: SessionKey): Promise<AgentCart | undefined> =>
  select(tx, key, sql`for update`)

async function select(db: Database, { shopId, platformId, id }: SessionKey, lock: RawBuilder<unknown>) {
  if (!isSecretId(id)) return undefined
  const { rows } = await sql<AgentCart>`
    select ${columns} from agent_cart
    where config_id = ${shopId} and platform_id = ${platformId} and id = ${id} and cancelled_at is null
      and expires_at > now() ${lock}`.execute(db)
  return rows[0]
}

/** The cart that its buyer continues in a browser, whatever the platform; the caller has the secret id. */
export async function findAgentCartById(
  db: Database,
  shopId: number,
  id: string,
): Promise<AgentCart | undefined> {
  if (!isSecretId(id)) return undefined
  const { rows } = await sql<AgentCart>`
    select ${columns} from agent_cart
    where config_id = ${shopId} and id = ${id} and cancelled_at is null and expires_at > now()`.execute(db)
  return rows[0]
}

export async function insertAgentCart(
  db: Database,
  { shopId, platformId }: Omit<SessionKey, 'id'>,
  input: SessionInput,
): Promise<AgentCart> {
  const { rows } = await sql<AgentCart>`
    insert into agent_cart (config_id, id, platform_id, input, expires_at)
    values (${shopId}, ${makeSecretId()}, ${platformId}, ${JSON.stringify(input)}, ${expiry})
    returning ${columns}`.execute(db)
  const [cart] = rows
  if (!cart) throw new Error('The cart was not added')
  return cart
}

/** Replaces what is in a cart. The caller has locked it. */
export async function updateAgentCart(
  tx: Transaction,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
  input: SessionInput,
): Promise<AgentCart> {
  const { rows } = await sql<AgentCart>`
    update agent_cart set input = ${JSON.stringify(input)}, updated_at = now(), expires_at = ${expiry}
    where config_id = ${shopId} and id = ${id} returning ${columns}`.execute(tx)
  const [cart] = rows
  if (!cart) throw new Error('The cart vanished under its lock')
  return cart
}

/** Ends a cart. The caller has locked it. */
export async function cancelAgentCart(
  tx: Transaction,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
): Promise<void> {
  await sql`update agent_cart set cancelled_at = now(), updated_at = now() where config_id = ${shopId} and id = ${id}`.execute(
    tx,
  )
}
