import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

/** Emails to a person. They are deleted with the account. */
export const emailRecords: PersonalRecords = {
  name: 'emails',
  list: async (db, shopId, userId) =>
    db
      .selectFrom('email')
      .select(['template', 'recipient', 'subject', 'created_at', 'sent_at'])
      .where('config_id', '=', shopId)
      .where('recipient', '=', await emailOf(db, shopId, userId))
      .orderBy('id')
      .execute(),
  async forget(tx, shopId, userId) {
    const email = await emailOf(tx, shopId, userId)
    // Skips an email that is being sent now; the cleanup deletes it later.
    const unlocked = sql<number>`(select id from email where config_id = ${shopId} and recipient = ${email} for update skip locked)`
    await tx.deleteFrom('email').where('config_id', '=', shopId).where('id', 'in', unlocked).execute()
  },
}

async function emailOf(db: Database, shopId: number, userId: number): Promise<string> {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('config_id', '=', shopId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
