import { sql } from 'kysely'
import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findSettings } from '#server/modules/settings/index.ts'

/** The banners and footer links that open each category, in words: 7 → ["the banner “Summer”", "the footer link “Kitchen”"]. */
export async function listLinkedFrom(
  db: Database,
  shop: Pick<ShopContext, 'shopId' | 'currency'>,
  categories: readonly { id: number; slug: string }[],
): Promise<Map<number, string[]>> {
  const { shopId } = shop
  const [{ groups }, { rows: banners }, { rows: formerSlugs }] = await Promise.all([
    findSettings(db, shop, 'footer'),
    sql<{ id: number; title: string; link: string }>`
      select id, title, link from banner where config_id = ${shopId} and link <> '' order by position, id`.execute(
      db,
    ),
    sql<{ id: number; slug: string }>`
      select target_id as id, slug from slug_history
      where config_id = ${shopId} and kind = 'category' and target_id = any(${categories.map(({ id }) => id)})`.execute(
      db,
    ),
  ])
  const sources = [
    ...banners.map(({ id, title, link }) => ({ name: `the banner ${title ? `“${title}”` : id}`, to: link })),
    ...groups.flatMap((group) =>
      group.links.map(({ name, to }) => ({ name: `the footer link “${name}”`, to })),
    ),
  ]
  return new Map(
    categories.map(({ id, slug }) => {
      const slugs = [slug, ...formerSlugs.filter((row) => row.id === id).map((row) => row.slug)]
      const opensCategory = pathMatcher(id, slugs)
      return [id, sources.filter(({ to }) => opensCategory(to)).map(({ name }) => name)]
    }),
  )
}

/** Whether a link opens the category, one of its former slugs or a list of its products. */
function pathMatcher(id: number, slugs: readonly string[]): (link: string) => boolean {
  const pages = [links.category(id), ...slugs.map(links.listing)]
  const productLists = links.products(id, 1).replace(/\d+$/, '')
  return (link) => {
    const path = link
      .toLowerCase()
      .replace(/[?#].*$/, '')
      .replace(/\/$/, '')
    return pages.includes(path) || path.startsWith(productLists)
  }
}
