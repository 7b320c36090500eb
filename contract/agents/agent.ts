import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, limit, listing, moment, page, text, version } from '../fields.ts'

export const platformSorts = ['latest', 'orders_desc'] as const

export const agentPlatform = z.object({
  id: z.number().int(),
  profileUrl: z.string().describe('the address of its profile, which is its name'),
  host: z.string().describe('of the profile'),
  firstUsedAt: moment,
  lastUsedAt: moment,
  blockedAt: moment.nullable().describe('null: it may call'),
  orders: count.describe('that came through it'),
  sales: z
    .number()
    .nullable()
    .describe(
      'major units of the shop currency, without cancelled orders; null without the permission reports',
    ),
  openSessions: count.describe('checkouts that it has begun and can still complete'),
  version: z.number().int(),
})
export type AgentPlatform = z.infer<typeof agentPlatform>

export const getAgentPlatforms = endpoint({
  method: 'GET',
  path: 'admin/agents/platforms',
  audience: 'staff:settings',
  summary: 'Lists the platforms (assistants) that have called; `q` matches the address of the profile',
  input: z.strictObject({
    ...listing,
    sort: z.enum(platformSorts).default('latest').describe('orders_desc: most orders first'),
    blocked: flag.optional().describe('true: only blocked ones'),
  }),
  answer: z.object({ data: z.array(agentPlatform), total: count }),
})

export const updateAgentPlatform = endpoint({
  method: 'PATCH',
  path: 'admin/agents/platforms/:id',
  audience: 'staff:settings',
  summary: 'Blocks or unblocks a platform. A blocked one gets no answers and hears no more of its orders',
  input: z.strictObject({ id, blocked: flag, version: version.optional() }),
  answer: z.object({}),
})

export const agentSessionStates = ['open', 'ordered', 'cancelled', 'expired'] as const

export const agentSession = z.object({
  key: z.number().int().describe('tells rows apart; the id of the session is a secret'),
  platform: agentPlatform.pick({ id: true, host: true, profileUrl: true }),
  state: z.enum(agentSessionStates),
  lines: count.describe('items with their own quantity'),
  order: z
    .object({
      number: z.string(),
      serial: z.string(),
      total: z.number().describe('major units'),
      currency: z.string(),
    })
    .nullable(),
  created_at: moment,
  expiresAt: moment.describe('until then an open one can be ordered'),
})
export type AgentSession = z.infer<typeof agentSession>

export const getAgentSessions = endpoint({
  method: 'GET',
  path: 'admin/agents/sessions',
  audience: 'staff:orders',
  summary: 'Lists the checkouts of agents, newest first, without what names their buyers',
  input: z.strictObject({
    page: page.default(1),
    limit: limit.default(20),
    platform: id.optional().describe('id of the platform'),
    state: z.enum(agentSessionStates).optional(),
  }),
  answer: z.object({ data: z.array(agentSession), total: count.describe('counted up to 1,000') }),
})

export const agentKey = z.object({
  kid: z.string(),
  created_at: moment,
  retiredAt: moment.nullable().describe('null: the one that signs'),
  publishedUntil: moment.nullable().describe('of a retired one: until then its signatures can be verified'),
})
export type AgentKey = z.infer<typeof agentKey>

export const getAgentKeys = endpoint({
  method: 'GET',
  path: 'admin/agents/keys',
  audience: 'staff:settings',
  summary: 'Lists the keys that sign what the shop sends to platforms, and the addresses for platforms',
  input: z.strictObject({}),
  answer: z.object({
    data: z.array(agentKey).describe('the current one first; empty: none has been needed yet'),
    addresses: z.object({
      profile: z.string().describe('how platforms find the shop'),
      mcp: z.string().describe('the endpoint for assistants that speak MCP'),
    }),
  }),
})

export const rotateAgentKey = endpoint({
  method: 'POST',
  path: 'admin/agents/keys/:kid/replace',
  audience: 'staff:settings',
  summary:
    'Replaces the key that signs; 409 for another one. It is published for seven more days, so that its signatures hold',
  input: z.strictObject({ kid: text(64).regex(/^[\w-]+$/, 'This is not the id of a key') }),
  answer: z.object({ data: z.object({ kid: z.string() }) }),
})

export const agentEndpoints = [
  getAgentPlatforms,
  updateAgentPlatform,
  getAgentSessions,
  getAgentKeys,
  rotateAgentKey,
] as const
