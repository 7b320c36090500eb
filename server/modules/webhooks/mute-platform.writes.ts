import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

const REASON = 'The platform is blocked'

/** Stops sending a platform the changes of its orders, or sends what it has missed. */
export async function mutePlatform(
  tx: Transaction,
  shopId: number,
  { platformId, muted }: { platformId: number; muted: boolean },
): Promise<void> {
  await (muted
    ? sql`update webhook set disabled_at = now(), disabled_reason = ${REASON}
        where config_id = ${shopId} and platform_id = ${platformId} and disabled_at is null`.execute(tx)
    : sql`update webhook set disabled_at = null, disabled_reason = null
        where config_id = ${shopId} and platform_id = ${platformId} and disabled_reason = ${REASON}`.execute(
        tx,
      ))
}
