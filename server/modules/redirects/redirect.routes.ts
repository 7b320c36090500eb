import {
  createRedirect,
  deleteRedirect,
  getRedirect,
  getRedirects,
  updateRedirect,
} from '#contract/redirects/redirect.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff, findVersion } from '#server/modules/audit/index.ts'
import { listRedirects } from './redirect.queries.ts'
import * as writes from './redirect.writes.ts'

export const redirectRoutes = [
  route(getRedirects, (filter, { db, shop }) => listRedirects(db, shop.shopId, filter)),

  route(getRedirect, async ({ id }, { db, shop: { shopId } }) =>
    db.transaction().execute(async (tx) => {
      const version = await findVersion(tx, shopId, { subject: 'redirect', subjectId: id })
      return { data: { id, ...(await writes.lockRedirect(tx, shopId, id)), version } }
    }),
  ),

  personalRoute(createRedirect, async (input, context) => {
    const id = await asStaff(context, (tx, write) => writes.createRedirect(tx, write, input))
    return { data: { id }, message: 'Redirect added' }
  }),

  personalRoute(updateRedirect, async ({ id, ...changes }, context) => {
    await asStaff(context, (tx, write) => writes.updateRedirect(tx, write, id, changes))
    return { message: 'Redirect saved' }
  }),

  personalRoute(deleteRedirect, async ({ id }, context) => {
    await asStaff(context, (tx, write) => writes.deleteRedirect(tx, write, id))
    return { message: 'Redirect deleted' }
  }),
]
