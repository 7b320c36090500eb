import { sql } from 'kysely'
import type { SignedInAt } from '#contract/account.ts'
import type { Database } from '#server/db/connect.ts'
import { deviceName } from './device-name.ts'

/** Where a user is signed in, newest first. `current` is the session that asks. */
export async function listSessions(
  db: Database,
  configId: number,
  userId: number,
  current?: number,
): Promise<SignedInAt[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'user_agent', 'created_at', 'seen_at'])
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, user_agent, created_at, seen_at }) => ({
    id,
    device: deviceName(user_agent),
    current: id === current,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}
