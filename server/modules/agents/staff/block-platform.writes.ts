import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { lockVersion, record, type WriteContext } from '#server/modules/audit/index.ts'
import { mutePlatform } from '#server/modules/webhooks/index.ts'

/** What staff decide about a platform, in the form of the audit log. */
export interface PlatformState {
  blocked: boolean
}

/** Locks a platform until the transaction ends. AppError 404. */
export async function lockPlatform(tx: Transaction, shopId: number, id: number): Promise<PlatformState> {
  const { blocked_at: blockedAt } = await tx
    .selectFrom('agent_platform')
    .select('blocked_at')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError(404, 'not_found', 'Platform not found'))
  return { blocked: blockedAt !== null }
}

/**
 * Blocks or unblocks a platform. A blocked one is refused at its next call and hears no more of its orders; after it is unblocked,
 * it hears what it has missed. AppError 404, 409 if it changed since `version`.
 */
export async function updatePlatform(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { blocked, version }: Partial<PlatformState> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = write
  const subject = { subject: 'agent_platform', subjectId: id }
  const before = await lockVersion(tx, write, { ...subject, version }, lockPlatform(tx, shopId, id))
  if (blocked === undefined || blocked === before.blocked) return
  await sql`
    update agent_platform set blocked_at = case when ${blocked} then now() end
    where config_id = ${shopId} and id = ${id}`.execute(tx)
  await mutePlatform(tx, shopId, { platformId: id, muted: blocked })
  later(tx, record(tx, { ...write, action: 'update', ...subject, before: { ...before }, after: { blocked } }))
}
