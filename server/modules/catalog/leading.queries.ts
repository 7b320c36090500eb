import { sql } from 'kysely'
import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findSettings } from '#server/modules/settings/index.ts'

/** What leads to each of these categories by a link, in words: 7 → ["the banner “Summer”", "the footer link “Kitchen”"]. */
export async function listLeading(
  db: Database,
  shop: Pick<ShopContext, 'configId' | 'currency'>,
  categories: readonly { id: number; slug: string }[],
): Promise<Map<number, string[]>> {
  const { configId } = shop
  const [{ groups }, { rows: banners }, { rows: former }] = await Promise.all([
    findSettings(db, shop, 'footer'),
    sql<{ id: number; title: string; link: string }>`
      select id, title, link from banner where config_id = ${configId} and link <> '' order by position, id`.execute(
      db,
    ),
    sql<{ id: number; slug: string }>`
      select target_id as id, slug from slug_history
      where config_id = ${configId} and kind = 'category' and target_id = any(${categories.map(({ id }) => id)})`.execute(
      db,
    ),
  ])
  const leading = [
    ...banners.map(({ id, title, link }) => ({ name: `the banner ${title ? `“${title}”` : id}`, to: link })),
    ...groups.flatMap((group) =>
      group.links.map(({ name, to }) => ({ name: `the footer link “${name}”`, to })),
    ),
  ]
  return new Map(
    categories.map(({ id, slug }) => {
      const slugs = [slug, ...former.filter((row) => row.id === id).map((row) => row.slug)]
      const pages = [links.category(id), ...slugs.map(links.browse)]
      const below = `${links.products(id, 1).replace(/\d+$/, '')}`
      return [
        id,
        leading
          .filter(({ to }) => {
            const path = to
              .toLowerCase()
              .replace(/[?#].*$/, '')
              .replace(/\/$/, '')
            return pages.includes(path) || path.startsWith(below)
          })
          .map(({ name }) => name),
      ]
    }),
  )
}
