import * as contract from '#contract/agents/agent.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listKeys } from '../keys/key-list.queries.ts'
import { rotateKey } from '../keys/signing-key.writes.ts'
import { updatePlatform } from './block-platform.writes.ts'
import { listPlatforms } from './platform-list.queries.ts'
import { listSessions } from './session-list.queries.ts'

/** What the owner of a shop sees of agents, and decides about them. */
export const agentRoutes = [
  personalRoute(contract.getAgentPlatforms, async (query, context) => {
    const { data, total } = await listPlatforms(context.db, context.shop, query)
    if (callerOf(context).permissions.includes('reports')) return { data, total }
    return { data: data.map((platform) => ({ ...platform, sales: null })), total }
  }),

  personalRoute(contract.updateAgentPlatform, async ({ id, ...change }, context) => {
    await asStaff(context, (tx, write) => updatePlatform(tx, write, id, change))
    return { message: change.blocked ? 'Platform blocked' : 'Platform unblocked' }
  }),

  route(contract.getAgentSessions, (query, { db, shop }) => listSessions(db, shop.shopId, query)),

  personalRoute(contract.getAgentKeys, async (_input, { db, shop, origin }) => ({
    data: await listKeys(db, shop.shopId),
    addresses: { profile: `${origin}/.well-known/ucp`, mcp: `${origin}/mcp` },
  })),

  personalRoute(contract.rotateAgentKey, async ({ kid }, context) => {
    const { keyedHash } = context.services
    const data = await asStaff(context, async (tx, write) => ({
      kid: await rotateKey(tx, write, { keyedHash, kid }),
    }))
    return { data, message: 'Key replaced' }
  }),
]
