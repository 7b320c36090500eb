import { sql } from 'kysely'
import { feedProblems, type FeedProblem, type FeedProduct } from '#contract/feeds/feeds.ts'
import type { Database } from '#server/db/connect.ts'
import { isPublic } from '#server/modules/catalog/index.ts'
import { MAX_TITLE } from './feed-item.ts'

const optionsLength = sql`(select coalesce(sum(length(o.value) + 2), 0) from jsonb_each_text(v.options) o)`

/**
 * The products of the feeds as `listed`, with a column for each problem. The length of all options as JSON is at least that
 * in a title, and saves reading the options of nearly all variants.
 */
const withProblems = (shopId: number) => sql`with listed as (
    select p.id, p.name, v.items, v.no_number, v.no_price,
      p.brand = '' as no_brand, p.description = '' as no_description, i.product_id is null as no_image,
      length(p.name) + v.longest > ${sql.lit(MAX_TITLE)} and exists (
        select from variant v where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
          and length(p.name) + ${optionsLength} > ${sql.lit(MAX_TITLE)}
      ) as long_title
    from product p
    join (
      select v.product_id, count(*)::int as items, max(length(v.options::text)) as longest,
        bool_or(v.barcode is null and v.mpn is null) as no_number, bool_or(v.price = 0) as no_price
      from variant v
      where v.config_id = ${shopId} and v.retired_at is null
      group by v.product_id
    ) v on v.product_id = p.id
    left join (
      select distinct i.product_id from product_image i where i.config_id = ${shopId}
    ) i on i.product_id = p.id
    where p.config_id = ${shopId} and ${isPublic}
  )`

/** The number of products and items, and of products with each problem. */
export async function countFeedProblems(
  db: Database,
  shopId: number,
): Promise<{ products: number; items: number; problems: { problem: FeedProblem; products: number }[] }> {
  const counts = feedProblems.map(
    (problem) => sql`count(*) filter (where ${sql.ref(problem)})::int as ${sql.ref(problem)}`,
  )
  const { rows } = await sql<Record<FeedProblem | 'products' | 'items', number>>`
    ${withProblems(shopId)}
    select count(*)::int as products, coalesce(sum(items), 0)::int as items, ${sql.join(counts)} from listed`.execute(
    db,
  )
  const [row] = rows
  return {
    products: row?.products ?? 0,
    items: row?.items ?? 0,
    problems: feedProblems.map((problem) => ({ problem, products: row?.[problem] ?? 0 })),
  }
}

/** A page of the products with a problem, or with any, by name. */
export async function listFeedProducts(
  db: Database,
  shopId: number,
  { problem, page, limit }: { problem?: FeedProblem | undefined; page: number; limit: number },
): Promise<{ data: FeedProduct[]; total: number }> {
  const wanted = problem ? [problem] : feedProblems
  const condition = sql.join(
    wanted.map((one) => sql.ref(one)),
    sql` or `,
  )
  const { rows } = await sql<Record<FeedProblem, boolean> & { id: number; name: string; total: number }>`
    ${withProblems(shopId)}, matching as (select * from listed where ${condition}), counted as (
      select count(*)::int as total from matching
    )
    select matching.*, total from counted left join lateral (
      select * from matching order by name, id limit ${limit} offset ${(page - 1) * limit}
    ) matching on true order by name, id`.execute(db)
  return {
    data: rows.flatMap((row) =>
      row.id === null
        ? []
        : [{ id: row.id, name: row.name, problems: feedProblems.filter((one) => row[one]) }],
    ),
    total: rows[0]?.total ?? 0,
  }
}
