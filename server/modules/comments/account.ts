import type { Database, Transaction } from '#server/db/connect.ts'

/** What a user has said about products, and about comments of others: for the export of the account. */
export async function exportComments(db: Database, configId: number, userId: number) {
  const written = await db
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
      'c.rating',
      'c.status',
      'c.created_at',
      'c.edited_at',
    ])
    .where('c.config_id', '=', configId)
    .where('c.user_id', '=', userId)
    .orderBy('c.id')
    .execute()
  const reported = await db
    .selectFrom('comment_report')
    .select(['comment_id', 'reason', 'created_at'])
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .orderBy('comment_id')
    .execute()
  return { written, reported }
}

/** The words of a deleted account stay, without the name; what it has reported goes. */
export async function anonymiseComments(tx: Transaction, configId: number, userId: number): Promise<void> {
  await tx
    .updateTable('comment')
    .set({ user_id: null, author_name: 'Former customer' })
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .execute()
  await tx
    .deleteFrom('comment_report')
    .where('config_id', '=', configId)
    .where('user_id', '=', userId)
    .execute()
}
