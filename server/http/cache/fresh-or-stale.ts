import { setImmediate as afterCurrentEvents } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { isUnavailable } from '../errors.ts'
import type { CachedResponse } from './cached-response.ts'
import type { Aged } from './response-cache.ts'

/** Signals that make the shop serve a stale response. */
export interface DatabaseState {
  /** False while the process misses notifications of changes, so that any cached response may be stale. */
  isListening(): boolean
  /** True while requests wait for the database for long. */
  isStalled(): boolean
}

/** How long a stale response waits for a fresh one while the database is in trouble. */
const STALE_WAIT_MS = 20
/** While changes cannot be followed, a cached response is built again after this time. */
const MIN_AGE_MS = 1000

/** RFC 9211 */
const staleHeader = ['cache-status', 'haat; hit; detail=stale'] as const

/** Whether cached data may be stale, or reading it again takes long. */
export const isInTrouble = ({ isListening, isStalled }: DatabaseState) => !isListening() || isStalled()

/**
 * Returns the fresh response. If the database fails, or is in trouble and does not answer at once, returns the stale one with
 * the header Cache-Status. The work continues for later requests.
 */
export async function freshOrStale(
  reply: FastifyReply,
  database: DatabaseState,
  stale: Aged | undefined,
  work: () => Promise<CachedResponse>,
): Promise<CachedResponse> {
  if (!stale) return work()
  if (database.isListening() || stale.ageMs > MIN_AGE_MS) {
    const fresh = await untilTrouble(database, work())
    if (fresh && fresh.status !== 503) return fresh
  }
  void reply.header(...staleHeader)
  return stale.response
}

/** The result of the work. Undefined if the database fails, or is in trouble before the work ends. */
export async function untilTrouble<T>(database: DatabaseState, work: Promise<T>): Promise<T | undefined> {
  try {
    for (;;) {
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), STALE_WAIT_MS)
      const result = await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
      if (result !== undefined) return result
      // If this process was busy for long, the database may have answered.
      if (isInTrouble(database)) await afterCurrentEvents()
      if (isInTrouble(database)) return undefined
    }
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}
