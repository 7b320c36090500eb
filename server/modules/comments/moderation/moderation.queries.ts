import { sql, type RawBuilder } from 'kysely'
import type { moderationSorts, ReportedComment } from '#contract/comments/comment-moderation.ts'
import type { Database } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import { commentColumns, commentOf, type CommentRow } from '../comment-row.ts'

interface Filter {
  page: number
  limit: number
  /** Searches the text, the author and the product. */
  q?: string | undefined
  /** Lists this comment only. */
  id?: number | undefined
  status?: ReportedComment['status'] | undefined
  reported?: boolean | undefined
  answered?: boolean | undefined
  kind?: ReportedComment['kind'] | undefined
  stars?: number | undefined
  /** Whether it has photos. */
  photos?: boolean | undefined
  sort: (typeof moderationSorts)[number]
}

type Row = CommentRow &
  Pick<ReportedComment, 'kind' | 'product_id' | 'productname' | 'status' | 'reports' | 'version'>

/** A page of the shop's comments and their total. The order `urgent` starts with reported ones that are visible. */
export async function listForModeration(
  db: Database,
  shopId: number,
  { page, limit, q = '', id, status, reported, answered, kind, stars, photos, sort }: Filter,
): Promise<{ data: ReportedComment[]; total: number }> {
  const text = q.trim()
  const isReported = sql`c.id in (select r.comment_id from comment_report r where r.config_id = ${shopId})`
  const hasPhotos = sql`exists (
    select from comment_photo f where f.config_id = c.config_id and f.comment_id = c.id)`
  const searchText = sql`lower(c.body || ' ' || c.author_name)`
  const pattern = containing(text.toLowerCase())
  // The trigram indexes need three letters. `any(array(…))` lets PostgreSQL combine both of them.
  const isFound = /[\p{L}\p{N}]{3}/u.test(text)
    ? sql`(${searchText} like ${pattern} or c.product_id = any(array(
        select p.id from product p where p.config_id = ${shopId} and p.name ilike ${pattern})))`
    : sql`(strpos(${searchText}, ${text.toLowerCase()}) > 0 or c.product_id in (
        select p.id from product p where p.config_id = ${shopId} and strpos(lower(p.name), ${text.toLowerCase()}) > 0))`
  const conditions = [
    sql`c.config_id = ${shopId}`,
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
    ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ...(reported === undefined ? [] : [reported ? isReported : sql`not ${isReported}`]),
    // The shop replies to comments and questions, not to the answers of buyers.
    ...(answered === undefined
      ? []
      : [answered ? sql`c.answer is not null` : sql`c.answer is null and c.kind <> 'answer'`]),
    ...(kind === undefined ? [] : [sql`c.kind = ${kind}`]),
    ...(stars === undefined ? [] : [sql`c.rating = ${stars}`]),
    ...(photos === undefined ? [] : [photos ? hasPhotos : sql`not ${hasPhotos}`]),
    ...(text === '' ? [] : [isFound]),
  ]
  const matching = sql`from comment c where ${sql.join(conditions, sql` and `)}`
  const order = sort === 'oldest' ? sql`c.created_at, c.id` : sql`c.created_at desc, c.id desc`
  const upTo = page * limit
  const scan = (condition: RawBuilder<unknown>, rank: number) =>
    sql`(select c.id, c.created_at, ${sql.lit(rank)} as rank ${matching} and ${condition} order by c.created_at desc, c.id desc limit ${upTo})`
  // Reported comments are few; the others are read in index order, up to the page. A search finds few rows, so one scan
  // is enough.
  const isUrgent = sql`(c.status <> 'hidden' and ${isReported})`
  const twoScans = sql`select c.id, c.rank
    from (${scan(isUrgent, 1)} union all ${scan(sql`not ${isUrgent}`, 0)}) c order by c.rank desc, ${order}`
  const oneScan = sql`select c.id, ${isUrgent}::int as rank ${matching} order by rank desc, ${order}`
  const byDate = sql`select c.id, 0 as rank ${matching} order by ${order}`
  const urgent = text === '' ? twoScans : oneScan
  const { rows } = await sql<Row>`
    with found as materialized (
      ${sort === 'urgent' ? urgent : byDate} limit ${limit} offset ${(page - 1) * limit})
    select ${commentColumns}, c.kind, c.product_id, p.name as productname, c.status,
      array(select r.reason from comment_report r where r.config_id = c.config_id and r.comment_id = c.id
        order by r.created_at, r.user_id) as reports,
      coalesce((select max(j.id) from audit_entry j where j.config_id = c.config_id and j.subject = 'comment'
        and j.subject_id = c.id::text), 0)::int as version
    from found
    join comment c on c.config_id = ${shopId} and c.id = found.id
    join product p on p.config_id = c.config_id and p.id = c.product_id
    order by found.rank desc, ${order}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  const data = rows.map((row) => {
    const { kind: rowKind, product_id, productname, status: currentStatus, reports, version } = row
    return {
      ...commentOf(row),
      kind: rowKind,
      product_id,
      productname,
      status: currentStatus,
      reports,
      version,
    }
  })
  return { data, total: counts[0]?.total ?? 0 }
}
