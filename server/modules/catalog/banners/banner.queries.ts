import { sql } from 'kysely'
import type { Banner } from '#contract/catalog/banner.ts'
import type { Database } from '#server/db/connect.ts'

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
