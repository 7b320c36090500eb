import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import type { Dependencies, ResponseCache } from '../cache/response-cache.ts'
import type { VersionReader } from '../cache/version-counter.ts'
import type { RequestContext } from '../route.ts'
import type { RequestTargets } from '../server/request-target.ts'

export interface PageDeps {
  db: Database
  targets: RequestTargets
  cache: ResponseCache
  catalogVersion: VersionReader
  sendsEmail: boolean
}

/** The input for rendering. It excludes the request, because everyone gets the same cached page. */
export interface PageInput {
  context: RequestContext
  /** Scheme and host, such as `https://shop.example` */
  origin: string
}

/** The public page at the request's address, from the cache while it is fresh. */
export async function cachedPage(
  { db, targets, cache, catalogVersion, sendsEmail }: PageDeps,
  request: FastifyRequest,
  render: (input: PageInput, on: Dependencies) => Promise<CachedResponse>,
): Promise<CachedResponse> {
  const { shop, origin, key } = await targets.find(request.raw)
  const input = { context: { db, shop, caller: undefined, catalogVersion, sendsEmail }, origin }
  if (key) return cache.get(key, shop.configId, (on) => render(input, on))
  return render(input, { productIds: new Set(), until: 0 })
}
