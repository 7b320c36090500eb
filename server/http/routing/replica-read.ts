import { isDatabaseFailure } from '#server/db/connect.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import type { Dependencies } from '../cache/response-cache.ts'
import { isPublicRead, type RequestContext, type Route } from '../route.ts'

/** PostgreSQL: a replica ended the read, because the primary has removed rows that it looks at. */
const REPLAY_CONFLICT = '40001'

interface ReplicaRead {
  replicas: Replicas
  context: RequestContext
  /** Collects the dependencies of a public read. */
  on: Pick<Dependencies, 'until'> | undefined
}

/**
 * Runs a read on a replica that has every write committed so far, if one has, else on the primary. What fails
 * at a replica runs again on the primary. While the primary does not answer, a replica may answer with what it has: then
 * nothing keeps the answer, and `on` says that it is old at once.
 */
export async function readOnReplica<T>(
  { replicas, context, on }: ReplicaRead,
  read: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const replica = await replicas.choose()
  if (!replica) return read(context)
  const { db, isFresh } = replica
  try {
    if (isFresh) return await read({ ...context, db })
    const { catalogVersion: _, ...uncached } = context.services
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
