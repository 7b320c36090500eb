import type { Transaction } from '#server/db/connect.ts'
import type { Caller, RequestContext } from '#server/http/route.ts'
import { notSignedIn } from '#server/http/session/audience.ts'

/** The signed-in caller. Throws AppError 401 without one. */
export function callerOf({ caller }: Pick<RequestContext, 'caller'>): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

/** Runs work in a transaction for the signed-in caller. */
export async function asCaller<T>(
  context: Pick<RequestContext, 'db' | 'caller'>,
  work: (tx: Transaction, userId: number) => Promise<T>,
): Promise<T> {
  const { userId } = callerOf(context)
  return context.db.transaction().execute((tx) => work(tx, userId))
}
