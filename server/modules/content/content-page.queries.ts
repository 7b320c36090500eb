import type { Database } from '#server/db/connect.ts'

/** A page behind the footer, its body still Markdown; undefined where there is none of that slug. */
export async function findContentPage(db: Database, configId: number, slug: string) {
  return await db
    .selectFrom('content_page')
    .select(['slug', 'title', 'body', 'updated_at'])
    .where('config_id', '=', configId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}
