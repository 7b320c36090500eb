import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/connect.ts'
import type { AskedReader } from './asked.ts'
import type { ByteCache, Dependencies } from './byte-cache.ts'
import type { Changes } from './changes.ts'
import type { Finished } from './finished.ts'
import type { RequestContext } from './route.ts'

export interface PageDeps {
  db: Database
  asked: AskedReader
  cache: ByteCache
  version: Changes
}

/** What a page is made from. Not the request: what is kept is given to everyone. */
export interface PageInput {
  context: RequestContext
  /** Scheme and host, such as `https://shop.example` */
  origin: string
}

/** The public answer to this very address, from the cache where it is still true. */
export async function keptPage(
  { db, asked, cache, version }: PageDeps,
  request: FastifyRequest,
  make: (input: PageInput, on: Dependencies) => Promise<Finished>,
): Promise<Finished> {
  const { shop, origin, key } = await asked.find(request.raw)
  const input = { context: { db, shop, caller: undefined, changes: version }, origin }
  if (key) return cache.get(key, shop.configId, (on) => make(input, on))
  return make(input, { productIds: new Set(), until: 0 })
}
