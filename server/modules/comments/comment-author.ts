import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { PersonalRecords } from '#server/platform/personal-records.ts'

/** The comments and reports of a person. */
export const commentRecords = {
  name: 'comments',
  list: async (db, shopId, userId) => ({
    written: await listWritten(db, shopId, userId),
    reported: await listReported(db, shopId, userId),
    helpful: await listHelpful(db, shopId, userId),
  }),
  forget: anonymize,
} satisfies PersonalRecords

function listWritten(db: Database, shopId: number, userId: number) {
  return db
    .selectFrom('comment as c')
    .innerJoin('product as p', (on) =>
      on.onRef('p.config_id', '=', 'c.config_id').onRef('p.id', '=', 'c.product_id'),
    )
    .select([
      'c.id',
      'c.kind',
      'c.product_id',
      'p.name as productname',
      'c.author_name as username',
      'c.body as comment',
    ])
    .select(['c.rating', 'c.is_verified', 'c.status', 'c.created_at', 'c.edited_at'])
    .select(
      sql<string[]>`array(
      select '/uploads/' || f.file from comment_photo f
      where f.config_id = c.config_id and f.comment_id = c.id order by f.position)`.as('photos'),
    )
    .where('c.config_id', '=', shopId)
    .where('c.user_id', '=', userId)
    .orderBy('c.id')
    .execute()
}

function listReported(db: Database, shopId: number, userId: number) {
  return db
    .selectFrom('comment_report')
    .select(['comment_id', 'reason', 'created_at'])
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .orderBy('comment_id')
    .execute()
}

function listHelpful(db: Database, shopId: number, userId: number) {
  return db
    .selectFrom('comment_vote')
    .select(['comment_id', 'created_at'])
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .orderBy('comment_id')
    .execute()
}

/**
 * Keeps the comments of a deleted account without the name and the photos, which may show people and homes. Its reports and
 * votes are deleted with the account.
 */
async function anonymize(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await sql`
    delete from comment_photo f using comment c
    where f.config_id = ${shopId} and c.config_id = ${shopId} and c.user_id = ${userId} and f.comment_id = c.id`.execute(
    tx,
  )
  await tx
    .updateTable('comment')
    .set({ user_id: null, author_name: 'Former customer' })
    .where('config_id', '=', shopId)
    .where('user_id', '=', userId)
    .execute()
}
