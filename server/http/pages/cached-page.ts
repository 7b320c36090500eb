import type { FastifyReply, FastifyRequest } from 'fastify'
import { withinBudget, type Database } from '#server/db/connect.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { freshOrStale, type DatabaseState } from '../cache/fresh-or-stale.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import { networkOf } from '../limits/client-network.ts'
import type { RenderBudget } from '../limits/render-budget.ts'
import type { RequestContext } from '../route.ts'
import { pageBudget } from '../routing/time-limits.ts'
import type { RequestTargets } from '../server/request-target.ts'
import type { Services } from '../services.ts'

export interface PageDeps {
  db: Database
  targets: RequestTargets
  cache: ResponseCache
  databaseState: DatabaseState
  services: Services
  renderBudget: RenderBudget
}

/** The input for rendering. It excludes the request, because everyone gets the same cached page. */
export interface PageInput {
  context: RequestContext
  /** Scheme and host, such as `https://shop.example` */
  origin: string
}

/**
 * The public page at the request's address. It comes from the cache while it is fresh, while the database is in trouble, or if
 * its sender has used up the budget for rendering. AppError 503 if there is none.
 */
export async function cachedPage(
  { db, targets, cache, databaseState, services, renderBudget }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (input: PageInput, on: Dependencies) => Promise<CachedResponse>,
): Promise<CachedResponse> {
  const find = async () => {
    const { shop, origin, key } = await targets.find(request.raw)
    const input = { context: { db, shop, caller: undefined, services }, origin }
    // A page that others are waiting for costs nothing more.
    if (key === undefined || !cache.isAtHand(key)) renderBudget.take('page', networkOf(request.ip))
    if (key) return cache.get(key, shop.shopId, (on) => render(input, on))
    return render(input, { productIds: new Set(), until: 0 })
  }
  const stale = cache.peekStale(targets.last(request.raw)?.key)
  return freshOrStale(reply, databaseState, stale, () => withinBudget(pageBudget(), find))
}
