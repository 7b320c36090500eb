import { isDatabaseFailure } from '#server/db/connect.ts'
import type { Dependencies } from '../cache/response-cache.ts'
import { isPublicRead, type RequestContext, type Route } from '../route.ts'

/** PostgreSQL: a replica ended the read, because the primary has removed rows that it looks at. */
const REPLAY_CONFLICT = '40001'

/**
 * Runs a read on a replica that has every write committed so far, if the installation has one, else on the primary. What fails
 * at a replica runs again on the primary. While the primary does not answer, a replica may answer with what it has: then
 * nothing keeps the answer, and `on` says that it is old at once.
 */
export async function readOnReplica<T>(
  context: RequestContext,
  on: Pick<Dependencies, 'until'> | undefined,
  read: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { services } = context
  const replica = await services.replicas?.choose()
  if (!replica) return read(context)
  const { db, isFresh } = replica
  try {
    if (isFresh) return await read({ ...context, db })
    const { catalogVersion: _, ...uncached } = services
    const answer = await read({ ...context, db, services: uncached })
    if (on) on.until = 0
    return answer
  } catch (error) {
    if (!isDatabaseFailure(error) && (error as { code?: unknown }).code !== REPLAY_CONFLICT) throw error
    replica.noteFailure()
    return read(context)
  }
}

/** Whether replicas may answer: reads that are the same for everyone, and those that say so. */
export const mayReadReplica = (route: Route) => isPublicRead(route) || route.readsReplica === true
