import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { makeSecretId } from './secret-id.ts'
import { sessionColumns, type Session, type SessionKey } from './session.queries.ts'
import type { SessionInput } from './session-input.ts'

/** Hours after its last change in which a session can be ordered. */
const OPEN_HOURS = 6

interface NewSession {
  shopId: number
  platformId: number
  protocol: string
  cartId: string | null
  webhookUrl: string | null
  input: SessionInput
}

/** Opens a session. An unfinished one of the same cart is returned as it is. */
export async function insertSession(
  db: Database,
  { shopId, platformId, protocol, cartId, webhookUrl, input }: NewSession,
): Promise<Session> {
  const { rows } = await sql<Session>`
    with expired as (
      -- Otherwise it would stand in the way of another one of its cart.
      update checkout_session set state = 'cancelled'
      where config_id = ${shopId} and cart_id = ${cartId} and state = 'open' and expires_at <= now()
    )
    insert into checkout_session (config_id, id, platform_id, protocol, cart_id, webhook_url, input, expires_at)
    values (${shopId}, ${makeSecretId()}, ${platformId}, ${protocol}, ${cartId}, ${webhookUrl}, ${JSON.stringify(input)},
      now() + ${OPEN_HOURS} * interval '1 hour')
    on conflict (config_id, cart_id) where cart_id is not null and state = 'open' do nothing
    returning ${sessionColumns}`.execute(db)
  const [added] = rows
  if (added) return added
  const { rows: open } = await sql<Session>`
    select ${sessionColumns} from checkout_session
    where config_id = ${shopId} and platform_id = ${platformId} and cart_id = ${cartId} and state = 'open'`.execute(
    db,
  )
  const [found] = open
  if (!found) throw new Error('The session was neither added nor found')
  return found
}

/** Stores what the platform sent now. The caller has locked the session. */
export async function updateSession(
  tx: Transaction,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
  input: SessionInput,
): Promise<Session> {
  const { rows } = await sql<Session>`
    update checkout_session set input = ${JSON.stringify(input)}, updated_at = now(),
      expires_at = now() + ${OPEN_HOURS} * interval '1 hour'
    where config_id = ${shopId} and id = ${id} returning ${sessionColumns}`.execute(tx)
  return only(rows)
}

/** Notes the total that the platform sees now, in minor units. It counts as shown, and gives the session no more time. */
export async function noteShownTotal(
  db: Database,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
  total: number,
): Promise<void> {
  await sql`
    update checkout_session set input = jsonb_set(input, '{shownTotal}', to_jsonb(${total}::bigint))
    where config_id = ${shopId} and id = ${id} and state = 'open'`.execute(db)
}

/** Ends a session without an order. The caller has locked it. */
export async function cancelSession(
  tx: Transaction,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
): Promise<Session> {
  const { rows } = await sql<Session>`
    update checkout_session set state = 'cancelled', updated_at = now()
    where config_id = ${shopId} and id = ${id} returning ${sessionColumns}`.execute(tx)
  return only(rows)
}

/** Ends a session with its order. The caller has locked it. */
export async function bindOrder(
  tx: Transaction,
  { shopId, id }: Pick<SessionKey, 'shopId' | 'id'>,
  orderId: number,
): Promise<Session> {
  const { rows } = await sql<Session>`
    update checkout_session set state = 'ordered', order_id = ${orderId}, updated_at = now()
    where config_id = ${shopId} and id = ${id} returning ${sessionColumns}`.execute(tx)
  return only(rows)
}

function only(rows: readonly Session[]): Session {
  const [session] = rows
  if (!session) throw new Error('The session vanished under its lock')
  return session
}
