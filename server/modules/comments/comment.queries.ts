import { sql, type RawBuilder } from 'kysely'
import type { Comment, commentSorts, RatingSummary } from '#contract/comments/comment.ts'
import type { Database } from '#server/db/connect.ts'
import { countMatching, summarize, type CommentCount } from './comment-counts.ts'
import { commentColumns, commentOf, type CommentRow } from './comment-row.ts'

interface Filter {
  page: number
  limit: number
  sort?: (typeof commentSorts)[number]
  stars?: number | undefined
  variantId?: number | undefined
}

interface CommentPage {
  data: Comment[]
  /** Of the comments that match the filter. */
  total: number
  summary: RatingSummary
}

/** A page of the visible comments on a live product, newest first unless sorted, with totals. */
export async function listComments(
  db: Database,
  shopId: number,
  productId: number,
  filter: Filter,
): Promise<CommentPage> {
  const { page, limit } = filter
  const { rows } = await sql<{ data: CommentRow[]; counts: CommentCount[] }>`
    select
      array(
        select json_build_object('variantId', n.variant_id, 'rating', n.rating, 'comments', n.comments)
        from comment_count n
        where n.config_id = p.config_id and n.product_id = p.id and n.kind = 'comment' and n.comments > 0
      ) as counts,
      array(
        select to_json(listed) from (
          select ${commentColumns}
          from (${idsInOrder(shopId, productId, filter)} limit ${limit} offset ${(page - 1) * limit}) found
          join comment c on c.config_id = ${shopId} and c.id = found.id
          order by found.position
        ) listed
      ) as data
    from product p
    where p.config_id = ${shopId} and p.id = ${productId} and p.status = 'live' and p.deleted_at is null`.execute(
    db,
  )
  const { data = [], counts = [] } = rows[0] ?? {}
  return { data: data.map(commentOf), total: countMatching(counts, filter), summary: summarize(counts) }
}

/** Selects `id` and `position`. Each order and filter reads an index of its own. */
function idsInOrder(
  shopId: number,
  productId: number,
  { page, limit, sort = 'newest', stars, variantId }: Filter,
): RawBuilder<unknown> {
  const matching = (rating: RawBuilder<unknown> | undefined) => sql`from comment c
    where c.config_id = ${shopId} and c.product_id = ${productId} and c.status = 'visible' and c.kind = 'comment'
      ${rating === undefined ? sql`` : sql`and coalesce(c.rating, 0) = ${rating}`}
      ${variantId === undefined ? sql`` : sql`and c.variant_id = ${variantId}`}`
  const newest = sql`c.created_at desc, c.id desc`
  if (stars === undefined && (sort === 'highest' || sort === 'lowest')) {
    // Comments without stars are last in both orders.
    const ratings = sort === 'highest' ? [5, 4, 3, 2, 1, 0] : [1, 2, 3, 4, 5, 0]
    return sql`
      select c.id, row_number() over (order by r.rank, ${newest}) as position
      from unnest(${ratings}::smallint[]) with ordinality r (rating, rank)
      cross join lateral (
        select c.id, c.created_at ${matching(sql`r.rating`)} order by ${newest} limit ${page * limit}
      ) c
      order by position`
  }
  const order = sort === 'helpful' ? sql`c.helpful_count desc, ${newest}` : newest
  return sql`
    select c.id, row_number() over (order by ${order}) as position
    ${matching(stars === undefined ? undefined : sql`${stars}::smallint`)}
    order by ${order}`
}

/** Finds a comment of any status. */
export async function findComment(db: Database, shopId: number, id: number): Promise<Comment | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns} from comment c where c.config_id = ${shopId} and c.id = ${id}`.execute(db)
  return rows[0] && commentOf(rows[0])
}

/** What a person has done about a product: the comments that they find helpful, and whether they rated and bought it. */
export async function findOwnVotes(
  db: Database,
  shopId: number,
  userId: number,
  productId: number,
): Promise<{ helpful: number[]; rated: boolean }> {
  const { rows } = await sql<{ helpful: number[]; rated: boolean }>`
    select
      array(
        select v.comment_id from comment_vote v
        join comment c on c.config_id = v.config_id and c.id = v.comment_id and c.product_id = ${productId}
        where v.config_id = ${shopId} and v.user_id = ${userId}
        order by v.comment_id
      ) as helpful,
      exists (
        select from comment c
        where c.config_id = ${shopId} and c.product_id = ${productId} and c.user_id = ${userId} and c.rating is not null
      ) as rated`.execute(db)
  return rows[0] ?? { helpful: [], rated: false }
}
