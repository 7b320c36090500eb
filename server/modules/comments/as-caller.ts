import type { Transaction } from '#server/db/connect.ts'
import type { Caller, RequestContext } from '#server/http/route.ts'
import { notSignedIn } from '#server/http/session/audience.ts'
import { runIdempotentCall } from '#server/modules/idempotency/index.ts'

/** The signed-in caller. Throws AppError 401 without one. */
export function callerOf({ caller }: Pick<RequestContext, 'caller'>): Caller {
  if (!caller) throw notSignedIn()
  return caller
}

/** Runs work in a transaction for the signed-in caller; once per Idempotency-Key of a call that takes one. */
export async function asCaller<T>(
  context: Pick<RequestContext, 'db' | 'shop' | 'caller' | 'idempotent'>,
  work: (tx: Transaction, userId: number) => Promise<T>,
): Promise<T> {
  const { userId } = callerOf(context)
  return runIdempotentCall(context, userId, (tx) => work(tx, userId))
}
