import { sql } from 'kysely'
import type { SessionSummary } from '#contract/identity/account.ts'
import type { Database } from '#server/db/connect.ts'
import { describeDevice } from './device-name.ts'

/** Lists the open sessions of a user, newest first. `current` is the session of the request. */
export async function listSessions(
  db: Database,
  shopId: number,
  userId: number,
  current?: number,
): Promise<SessionSummary[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'seen_at'])
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, user_agent, created_at, seen_at }) => ({
    id,
    device: describeDevice(user_agent),
    current: id === current,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}
