import type { Database } from '#server/db/connect.ts'

/** A text is short even for a shop with hundreds of categories. */
const MAX_CATEGORIES = 100
const MAX_PAGES = 50

interface Named {
  slug: string
  name: string
}

/** The first categories of the shop in their order, and its own texts. */
export async function listSections(
  db: Database,
  shopId: number,
): Promise<{ categories: Named[]; pages: Named[] }> {
  const [categories, pages] = await Promise.all([
    db
      .selectFrom('category')
      .select(['slug', 'name'])
      .where('config_id', '=', shopId)
      .orderBy('position')
      .orderBy('id')
      .limit(MAX_CATEGORIES)
      .execute(),
    db
      .selectFrom('content_page')
      .select(['slug', 'title as name'])
      .where('config_id', '=', shopId)
      .orderBy('id')
      .limit(MAX_PAGES)
      .execute(),
  ])
  return { categories, pages }
}
