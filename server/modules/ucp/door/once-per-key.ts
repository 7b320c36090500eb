import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { runOnce } from '#server/modules/idempotency/index.ts'
import { ProtocolError } from '../errors.ts'
import type { UcpOperation } from '../operation.ts'
import type { Answer } from './envelope.ts'

/** Whether an operation changes nothing, so that it may run as often as it is called. */
export const isReading = ({ method, capability }: Pick<UcpOperation, 'method' | 'capability'>): boolean =>
  method === 'GET' || capability.startsWith('dev.ucp.shopping.catalog.')

interface KeyOwner {
  shopId: number
  platformId: number
  /** The Idempotency-Key; undefined if the platform sent none. */
  key: string | undefined
  /** The same key with another input is refused. */
  input: unknown
}

/**
 * Runs an operation once per idempotency key of its platform, and answers a repetition with the stored answer, also if that is a
 * business outcome. A failure frees the key. ProtocolError 400 without a key where the operation needs one, 409 for another
 * input or while the first call runs.
 */
export async function oncePerKey(
  db: Database,
  operation: UcpOperation,
  { shopId, platformId, key, input }: KeyOwner,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined && operation.requiresKey)
    throw new ProtocolError(400, 'idempotency_key_required', 'This call needs an Idempotency-Key.')
  if (key === undefined || isReading(operation)) return work()
  const owner = `platform:${platformId}:${operation.tool}`
  try {
    return await runOnce(db, { shopId, owner, key, body: sorted(input) }, work)
  } catch (error) {
    if (error instanceof AppError && error.code === 'key_reused')
      throw new ProtocolError(409, 'idempotency_conflict', error.message)
    throw error
  }
}

/** The same JSON has the same text, whatever the order of its members. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
