import type { PersonalRecords } from '#server/modules/identity/index.ts'

/** What a person has said about products. It stays when the account goes, without the name. */
export const commentRecords: PersonalRecords = {
  name: 'comments',
  list: (db, configId, userId) =>
    db
      .selectFrom('comment')
      .select(['id', 'product_id', 'body', 'rating', 'status', 'created_at', 'edited_at'])
      .where('config_id', '=', configId)
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  async forget(tx, configId, userId) {
    await tx
      .updateTable('comment')
      .set({ author_name: 'Former customer' })
      .where('config_id', '=', configId)
      .where('user_id', '=', userId)
      .execute()
  },
}
