import type { Endpoint } from '#contract/endpoint.ts'
import { createBudget, type Budget } from '#server/db/connect.ts'
import { unavailable } from '../errors.ts'

/**
 * Readers get an answer within 3 s, writers within 4 s, even if it is only an error. A writer that met the last moment of an
 * outage can then try again within 5 s of its end.
 */
const READ_TIMEOUT_MS = 2500
const WRITE_TIMEOUT_MS = 3500

/** Whether the call changes nothing, so that it may be abandoned. */
export const isRead = ({ method, timing }: Endpoint) => method === 'GET' || timing === 'read'

/** The time that a call may wait for the database. */
export function budgetOf(endpoint: Endpoint): Budget {
  const { method, path, timing, media } = endpoint
  const limitMs = isRead(endpoint) && !media ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS
  return createBudget(`${method} ${path}`, timing === 'bulk' ? Number.POSITIVE_INFINITY : limitMs)
}

/** The same for a call that is no endpoint of the contract. */
export const callBudget = (kind: string, isReading: boolean): Budget =>
  createBudget(kind, isReading ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS)

/** The time that a page may wait for the database. */
export const pageBudget = () => createBudget('page', READ_TIMEOUT_MS)

/** The result of the work; throws AppError 503 after 2.5 s. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(unavailable()), READ_TIMEOUT_MS)
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer))
}
