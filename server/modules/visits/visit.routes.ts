import { getLiveVisitors, recordVisit } from '#contract/reports/visit.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { countLiveVisitors } from './visit.queries.ts'
import { noteVisit } from './visit.writes.ts'
import { visitorHash } from './visitor-hash.ts'

/** A browser asks once a minute, and an office or a school has many of them. */
const networkLimit = { burst: 300, seconds: 1 }

/** The endpoints that count visitors. */
export const visitRoutes = [
  personalRoute(recordVisit, async (_, context) => {
    const { db, shop, services, clientAddress, caller } = context
    await services.limits.take(`visits ${shop.shopId} from ${clientAddress}`, networkLimit)
    // Staff look at the shop as part of their work.
    const isStaff = (caller?.permissions.length ?? 0) > 0
    if (!isStaff) await noteVisit(db, shop.shopId, visitorHash(context, new Date()))
    return { message: 'Counted' }
  }),

  route(getLiveVisitors, async (_, { db, shop }) => ({
    data: { visitors: await countLiveVisitors(db, shop.shopId) },
  })),
]
