import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { emptyBalances } from '../ledger/ledger.writes.ts'
import { lockAccounts } from '../ledger/ledger.queries.ts'

const BATCH_SIZE = 100
const INTERVAL_MS = 10 * 60_000

/** The actor of what the shop books by itself. */
const shopActor: Actor = { id: null, name: 'The shop' }

/** Books what is left on expired accounts of all shops as expired, and returns how many. Several processes may run it at once. */
export async function expireCredit(
  db: Database,
  log?: Pick<Logger, 'error'>,
  signal?: AbortSignal,
): Promise<number> {
  const due = await db
    .selectFrom('credit_account')
    .select(['config_id as shopId', 'id'])
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('balance', '>', 0)
    .orderBy('expires_at')
    .limit(BATCH_SIZE)
    .execute()
  let count = 0
  for (const { shopId, id } of due) {
    if (signal?.aborted) break
    try {
      count += await db.transaction().execute(async (tx) => {
        const [account] = await lockAccounts(tx, shopId, [id])
        if (!account?.isExpired || account.balance <= 0) return 0
        await emptyBalances(tx, { shopId, actor: shopActor }, [account], { kind: 'expired' })
        return 1
      })
    } catch (error) {
      log?.error({ err: error, account: id }, 'credit could not be expired')
    }
  }
  return count
}

/** Books expired credit every ten minutes. A card pays nothing from its expiry on, whether it is booked or not. */
export const creditExpiryJob = (db: Database, log?: Pick<Logger, 'error'>): Job => ({
  name: 'credit_expiry',
  intervalMs: INTERVAL_MS,
  run: (signal) => expireCredit(db, log, signal),
})
