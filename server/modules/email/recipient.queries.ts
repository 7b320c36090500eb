import type { Database } from '#server/db/connect.ts'

/** Where a user of the shop gets email. */
export function findRecipient(
  db: Database,
  shopId: number,
  userId: number | null,
): Promise<{ email: string; name: string }> {
  return db
    .selectFrom('app_user')
    .select(['email', 'full_name as name'])
    .where('config_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
