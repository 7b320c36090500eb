import { sql } from 'kysely'
import type { Banner } from '#contract/catalog/banner.ts'
import type { AdminBanner } from '#contract/catalog/admin/banner.ts'
import type { Database } from '#server/db/connect.ts'
import { selectOne, selectPage, versionOf, type ListQuery } from '../admin-list.queries.ts'

/** The banners that are shown at this moment, in order. */
export async function listCurrentBanners(db: Database, shopId: number): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banner as b')
    .innerJoin('image as f', (join) =>
      join.onRef('f.config_id', '=', 'b.config_id').onRef('f.file', '=', 'b.image'),
    )
    .select(['b.id', 'b.title', 'b.subtitle', 'b.link', 'f.file', 'f.width', 'f.height'])
    .where('b.config_id', '=', shopId)
    .where(sql<boolean>`coalesce(b.visible_from <= now(), true) and coalesce(b.visible_until > now(), true)`)
    .orderBy('b.position')
    .orderBy('b.id')
    .execute()
  return rows.map(({ file, width, height, ...row }) => ({
    ...row,
    bannerimage: file,
    image: { file, width, height, alt: row.title },
  }))
}

interface Row extends Pick<
  AdminBanner,
  'id' | 'title' | 'subtitle' | 'link' | 'position' | 'state' | 'version'
> {
  file: string
  width: number
  height: number
  shownFrom: Date | null
  shownUntil: Date | null
}

const columns = sql`b.id, b.title, b.subtitle, b.link, b.position, f.file, f.width, f.height,
  b.visible_from as "shownFrom", b.visible_until as "shownUntil",
  case when b.visible_until <= now() then 'over' when b.visible_from > now() then 'planned' else 'shown' end as state,
  ${versionOf('banner', 'b')} as version`
const from = sql`banner b join image f on f.config_id = b.config_id and f.file = b.image`
const orders = { position: sql`b.position, b.id`, newest: sql`b.id desc` }

/** A page of all banners, planned and past ones too, and how many there are. */
export async function listAdminBanners(
  db: Database,
  shopId: number,
  query: ListQuery<keyof typeof orders>,
): Promise<{ data: AdminBanner[]; total: number }> {
  const where = sql`b.config_id = ${shopId}
    and strpos(lower(concat_ws(' ', b.title, b.subtitle, b.link)), lower(${query.q ?? ''})) > 0`
  const order = orders[query.sort]
  const { rows, total } = await selectPage<Row>(db, query, { columns, from, where, order })
  return { data: rows.map(bannerOf), total }
}

/** One banner, or undefined. */
export async function findAdminBanner(
  db: Database,
  shopId: number,
  id: number,
): Promise<AdminBanner | undefined> {
  const where = sql`b.config_id = ${shopId} and b.id = ${id}`
  const row = await selectOne<Row>(db, { columns, from, where })
  return row && bannerOf(row)
}

function bannerOf({ file, width, height, shownFrom, shownUntil, ...row }: Row): AdminBanner {
  return {
    ...row,
    bannerimage: file,
    image: { file, width, height, alt: row.title },
    shownFrom: shownFrom?.toISOString() ?? null,
    shownUntil: shownUntil?.toISOString() ?? null,
  }
}
