import type { AgentKey } from '#contract/agents/agent.ts'
import type { Database } from '#server/db/connect.ts'
import { PUBLISHED_DAYS } from './signing-key.writes.ts'

const MAX_KEYS = 50
const DAY_MS = 86_400_000

/** The keys of a shop, the current one first. Retired ones stay in the list after they are no longer published. */
export async function listKeys(db: Database, shopId: number): Promise<AgentKey[]> {
  const rows = await db
    .selectFrom('signing_key')
    .select(['kid', 'created_at', 'retired_at'])
    .where('config_id', '=', shopId)
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .limit(MAX_KEYS)
    .execute()
  return rows.map(({ kid, created_at: createdAt, retired_at: retiredAt }) => ({
    kid,
    created_at: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
    publishedUntil: retiredAt && new Date(retiredAt.getTime() + PUBLISHED_DAYS * DAY_MS).toISOString(),
  }))
}
