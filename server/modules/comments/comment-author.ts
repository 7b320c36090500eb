import type { Database, Transaction } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

/** The comments and reports of a person. */
export const commentRecords = {
  name: 'comments',
  list: async (db, configId, userId) => ({
    written: await listWritten(db, configId, userId),
    reported: await listReported(db, configId, userId),
  }),
  forget: anonymize,
} satisfies PersonalRecords

function listWritten(db: Database, configId: number, userId: number) {
  return db
    .selectFrom('comment as c')
    .innerJoin('product as p', (on) =>
      on.onRef('p.config_id', '=', 'c.config_id').onRef('p.id', '=', 'c.product_id'),
    )
    .select([
      'c.id',
      'c.product_id',
      'p.name as productname',
      'c.author_name as username',
      'c.body as comment',
    ])
    .select(['c.rating', 'c.status', 'c.created_at', 'c.edited_at'])
    .where('c.config_id', '=', configId)
    .where('c.user_id', '=', userId)
    .orderBy('c.id')
    .execute()
}

function listReported(db: Database, configId: number, userId: number) {
  return db
    .selectFrom('comment_report')
    .select(['comment_id', 'reason', 'created_at'])
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .orderBy('comment_id')
    .execute()
}

/** Keeps the comments of a deleted account without the name. Its reports are deleted with the account. */
async function anonymize(tx: Transaction, configId: number, userId: number): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ user_id: null, author_name: 'Former customer' })
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .execute()
}
