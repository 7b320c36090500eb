import { sql } from 'kysely'
import type { redirectSorts } from '#contract/redirects/redirect.ts'
import type { Database } from '#server/db/connect.ts'

/** A redirect of a path. */
export interface Redirect {
  id: number
  from: string
  to: string
}

interface Filter {
  q?: string | undefined
  sort: (typeof redirectSorts)[number]
  page: number
  limit: number
}

const orders = {
  from: sql`from_path, id`,
  '-from': sql`from_path desc, id desc`,
  newest: sql`id desc`,
}

/** A page of the redirects and their total. `q` searches both paths. */
export async function listRedirects(
  db: Database,
  shopId: number,
  { q = '', sort, page, limit }: Filter,
): Promise<{ data: (Redirect & { version: number })[]; total: number }> {
  const matching = sql`from redirect r where config_id = ${shopId}
    and strpos(lower(from_path || ' ' || to_path), lower(${q})) > 0`
  const version = sql`coalesce((select max(e.id) from audit_entry e where e.config_id = r.config_id
    and e.subject = 'redirect' and e.subject_id = r.id::text), 0)::integer as version`
  const { rows: data } = await sql<Redirect & { version: number }>`
    select id, from_path as "from", to_path as "to", ${version} ${matching}
    order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db)
  return { data, total: rows[0]?.total ?? 0 }
}

/** The redirects of these paths, by path. */
export async function findRedirects(
  db: Database,
  shopId: number,
  paths: readonly string[],
): Promise<Map<string, Redirect>> {
  const { rows } = await sql<Redirect>`
    select id, from_path as "from", to_path as "to" from redirect
    where config_id = ${shopId} and from_path = any(${paths}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.from, row]))
}

/** Those of these redirects that can be added: their path has none, and none would lead to another one. */
export async function listNewRedirects(
  db: Database,
  shopId: number,
  redirects: readonly Omit<Redirect, 'id'>[],
): Promise<Omit<Redirect, 'id'>[]> {
  const { rows } = await sql<Omit<Redirect, 'id'>>`
    select n."from", n."to"
    from jsonb_to_recordset(${JSON.stringify(redirects)}) as n ("from" text, "to" text)
    where not exists (select from redirect r where r.config_id = ${shopId} and r.from_path = n."from")
      and not exists (select from redirect r where r.config_id = ${shopId} and r.to_key = n."from")
      and not exists (select from redirect r where r.config_id = ${shopId}
        and r.from_path = split_part(split_part(n."to", '?', 1), '#', 1))
    order by n."from"`.execute(db)
  return rows
}

/**
 * Where a path of the shop that has no page leads; undefined if it leads nowhere. Shopify shows each product below each of its
 * collections too: `/collections/sale/products/mug` leads where `/products/mug` does.
 */
export async function redirectTarget(
  db: Database,
  shopId: number,
  path: string,
): Promise<string | undefined> {
  const [, inCollection] = /^\/collections\/[^/]+(\/products\/[^/]+)$/.exec(path) ?? []
  const paths = [path, ...(inCollection === undefined ? [] : [inCollection])].flatMap((one) => [
    one,
    usualEncoding(one),
  ])
  const found = await findRedirects(db, shopId, paths)
  return paths.map((one) => found.get(one)?.to).find((to) => to !== undefined)
}

/** WordPress writes links with `%e0`, browsers with `%E0`. */
const usualEncoding = (path: string) => path.replaceAll(/%[\da-f]{2}/gi, (byte) => byte.toUpperCase())
