import { sql } from 'kysely'
import type { AgentPlatform, getAgentPlatforms } from '#contract/agents/agent.ts'
import { containing } from '#server/db/like.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { platformHost } from '#server/modules/checkout-sessions/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { z } from 'zod'

type Filter = z.output<typeof getAgentPlatforms.input>

interface Row extends Pick<AgentPlatform, 'id' | 'profileUrl' | 'host' | 'orders' | 'openSessions'> {
  /** Minor units. */
  sales: number
  createdAt: Date
  lastUsedAt: Date
  blockedAt: Date | null
  version: string | number
  matching: number
}

const sortOrders = {
  latest: sql`p.last_used_at desc, p.id desc`,
  orders_desc: sql`coalesce(o.orders, 0) desc, p.last_used_at desc, p.id desc`,
}

/** A page of the platforms that have called a shop, and how many match. */
export async function listPlatforms(
  db: Database,
  { shopId, currency }: Pick<ShopContext, 'shopId' | 'currency'>,
  { page, limit, sort, q, blocked }: Filter,
): Promise<{ data: AgentPlatform[]; total: number }> {
  const { rows } = await sql<Row>`
    select p.id, p.profile_url as "profileUrl", ${platformHost('p')} as host, p.created_at as "createdAt", p.last_used_at as "lastUsedAt",
      p.blocked_at as "blockedAt", p.orders, p.sales, p.matching, (
        select count(*)::int from checkout_session s
        where s.config_id = ${shopId} and s.platform_id = p.id and s.state = 'open' and s.expires_at > now()
      ) as "openSessions", coalesce((
        select max(j.id) from audit_entry j
        where j.config_id = ${shopId} and j.subject = 'agent_platform' and j.subject_id = p.id::text
      ), 0) as version
    from (
      select p.*, coalesce(o.orders, 0) as orders, coalesce(o.sales, 0) as sales, count(*) over ()::int as matching,
        row_number() over (order by ${sortOrders[sort]}) as position
      from agent_platform p
      left join (
        select agent_platform_id, count(*)::int as orders,
          sum(total) filter (where currency = ${currency} and status <> 'cancelled')::float8 as sales
        from shop_order where config_id = ${shopId} and agent_platform_id is not null group by 1
      ) o on o.agent_platform_id = p.id
      where p.config_id = ${shopId}
        and (${q === undefined} or p.profile_url ilike ${containing(q ?? '')})
        and (${blocked === undefined} or (p.blocked_at is not null) = ${blocked ?? false})
      order by position limit ${limit} offset ${(page - 1) * limit}
    ) p
    order by p.position`.execute(db)
  return { data: rows.map((row) => present(row, currency)), total: rows[0]?.matching ?? 0 }
}

const present = (row: Row, currency: string): AgentPlatform => ({
  id: row.id,
  profileUrl: row.profileUrl,
  host: row.host,
  firstUsedAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  blockedAt: row.blockedAt?.toISOString() ?? null,
  orders: row.orders,
  sales: toMajor(row.sales, currency),
  openSessions: row.openSessions,
  version: Number(row.version),
})
