import * as contract from '#contract/identity/api-key.ts'
import { route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { listApiKeys } from './api-key.queries.ts'
import { createApiKey, revokeApiKey } from './api-key.writes.ts'

const list = route(contract.getApiKeys, async (_input, { db, shop }) => ({
  data: await listApiKeys(db, shop.shopId),
}))

const create = route(contract.createApiKey, async (input, context) => ({
  data: await asStaff(context, (tx, write) => createApiKey(tx, write, input)),
  message: `API key ${input.name} created`,
}))

const revoke = route(contract.revokeApiKey, async ({ id }, context) => {
  await asStaff(context, (tx, write) => revokeApiKey(tx, write, id))
  return { message: 'API key revoked' }
})

export const apiKeyRoutes = [list, create, revoke]
