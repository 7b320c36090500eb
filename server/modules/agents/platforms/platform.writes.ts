import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'

/** A platform that has called before. */
export interface StoredPlatform {
  id: number
  /** Staff refuse it. */
  isBlocked: boolean
  /** It has brought an order, or it has been here for a day. Strangers cannot make many of these at once. */
  isTrusted: boolean
  /** The time of its last use is older than a minute. */
  isStale: boolean
}

/** The platform with this profile; undefined if it has not called yet. */
export async function findPlatform(
  db: Database,
  shopId: number,
  profileUrl: string,
): Promise<StoredPlatform | undefined> {
  const { rows } = await prepared(
    'find_agent_platform',
    sql<StoredPlatform>`
    select p.id, p.blocked_at is not null as "isBlocked", p.last_used_at < now() - interval '1 minute' as "isStale",
      p.created_at < now() - interval '1 day' or exists (
        select from shop_order o where o.config_id = p.config_id and o.agent_platform_id = p.id
      ) as "isTrusted"
    from agent_platform p where p.config_id = ${shopId} and p.profile_url = ${profileUrl}`,
  ).execute(db)
  return rows[0]
}

/** Stores that a platform calls, and returns its id. */
export async function usePlatform(db: Database, shopId: number, profileUrl: string): Promise<number> {
  const { id } = await db
    .insertInto('agent_platform')
    .values({ config_id: shopId, profile_url: profileUrl })
    .onConflict((conflict) =>
      conflict.columns(['config_id', 'profile_url']).doUpdateSet({ last_used_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
