import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AgentSession, getAgentSessions } from '#contract/agents/agent.ts'
import type { Database } from '#server/db/connect.ts'
import { platformHost } from '#server/modules/checkout-sessions/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { z } from 'zod'

/** Totals are exact up to this limit. */
const MAX_COUNT = 1000

type Filter = z.output<typeof getAgentSessions.input>

interface Row {
  id: string
  platformId: number
  profileUrl: string
  host: string
  state: AgentSession['state']
  lines: number
  number: string | null
  serial: string | null
  total: number | null
  currency: string | null
  createdAt: Date
  expiresAt: Date
}

/** A page of the checkouts of agents, newest first. Neither their ids nor what names their buyers leaves the database layer. */
export async function listSessions(
  db: Database,
  shopId: number,
  { page, limit, platform, state }: Filter,
): Promise<{ data: AgentSession[]; total: number }> {
  const stateNow = sql`case when s.state = 'open' and s.expires_at <= now() then 'expired' else s.state end`
  const where = sql`s.config_id = ${shopId} and (${platform === undefined} or s.platform_id = ${platform ?? 0})
    and (${state === undefined} or ${stateNow} = ${state ?? ''})`
  const { rows } = await sql<Row>`
    select s.id, s.platform_id as "platformId", p.profile_url as "profileUrl", ${platformHost('p')} as host, ${stateNow} as state,
      jsonb_array_length(s.input -> 'lines') as lines, o.number, o.serial, o.total, o.currency,
      s.created_at as "createdAt", s.expires_at as "expiresAt"
    from checkout_session s
    join agent_platform p on p.config_id = s.config_id and p.id = s.platform_id
    left join shop_order o on o.config_id = s.config_id and o.id = s.order_id
    where ${where} order by s.created_at desc, s.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from checkout_session s where ${where} limit ${MAX_COUNT}
    ) part`.execute(db)
  return { data: rows.map(present), total: counts[0]?.total ?? 0 }
}

function present({ id, platformId, profileUrl, host, createdAt, expiresAt, ...row }: Row): AgentSession {
  const { state, lines, number, serial, total, currency } = row
  return {
    key: createHash('sha256').update(id).digest().readUIntBE(0, 6),
    platform: { id: platformId, profileUrl, host },
    state,
    lines,
    order:
      number !== null && serial !== null && total !== null && currency !== null
        ? { number, serial, total: toMajor(total, currency), currency }
        : null,
    created_at: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
