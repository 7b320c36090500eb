import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/http/personal-records.ts'

/** What was mailed to the address of a person. It goes with the account. */
export const mailRecords: PersonalRecords = {
  name: 'mails',
  list: async (db, configId, userId) =>
    db
      .selectFrom('mail')
      .select(['template', 'recipient', 'subject', 'created_at', 'sent_at'])
      .where('config_id', '=', configId)
      .where('recipient', '=', await addressOf(db, configId, userId))
      .orderBy('id')
      .execute(),
  async forget(tx, configId, userId) {
    const email = await addressOf(tx, configId, userId)
    // One that is being sent now is not waited for: it is deleted in its time.
    const free = sql<number>`(select id from mail where config_id = ${configId} and recipient = ${email} for update skip locked)`
    await tx.deleteFrom('mail').where('config_id', '=', configId).where('id', 'in', free).execute()
  },
}

async function addressOf(db: Database, configId: number, userId: number): Promise<string> {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('config_id', '=', configId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
