import { sql } from 'kysely'
import type { Banner } from '#contract/banner.ts'
import type { Database } from '#server/db/connect.ts'

/** The banners whose time is now, in order. */
export async function listBannersShownNow(db: Database, configId: number): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banner as b')
    .innerJoin('picture as f', (join) =>
      join.onRef('f.config_id', '=', 'b.config_id').onRef('f.file', '=', 'b.picture'),
    )
    .select(['b.id', 'b.title', 'b.subtitle', 'b.link', 'f.file', 'f.width', 'f.height'])
    .where('b.config_id', '=', configId)
    .where(sql<boolean>`coalesce(b.shown_from <= now(), true) and coalesce(b.shown_until > now(), true)`)
    .orderBy('b.position')
    .orderBy('b.id')
    .execute()
  return rows.map(({ file, width, height, ...row }) => ({
    ...row,
    bannerimage: file,
    picture: { file, width, height, alt: row.title },
  }))
}
