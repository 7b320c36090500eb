import { sql } from 'kysely'
import type { AdminBanner } from '#contract/admin-banner.ts'
import type { Database } from '#server/db/connect.ts'
import { listingOf, versionOf, type ListedBy } from './admin-listing.ts'

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

const orders = { position: sql`b.position, b.id`, newest: sql`b.id desc` }

/** A page of all banners, those of other times too, and how many there are. */
export async function listAdminBanners(
  db: Database,
  configId: number,
  asked: ListedBy<keyof typeof orders>,
): Promise<{ data: AdminBanner[]; total: number }> {
  const { rows, total } = await listingOf<Row>(db, asked, {
    columns: sql`b.id, b.title, b.subtitle, b.link, b.position, f.file, f.width, f.height,
      b.shown_from as "shownFrom", b.shown_until as "shownUntil",
      case when b.shown_until <= now() then 'over' when b.shown_from > now() then 'planned' else 'shown' end as state,
      ${versionOf('banner', 'b')} as version`,
    from: sql`banner b join picture f on f.config_id = b.config_id and f.file = b.picture`,
    where: sql`b.config_id = ${configId}
      and strpos(lower(concat_ws(' ', b.title, b.subtitle, b.link)), lower(${asked.q ?? ''})) > 0`,
    order: orders[asked.sort],
  })
  return {
    total,
    data: rows.map(({ file, width, height, shownFrom, shownUntil, ...row }) => ({
      ...row,
      bannerimage: file,
      picture: { file, width, height, alt: row.title },
      shownFrom: shownFrom?.toISOString() ?? null,
      shownUntil: shownUntil?.toISOString() ?? null,
    })),
  }
}
