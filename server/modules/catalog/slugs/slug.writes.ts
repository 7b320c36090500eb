import { sql } from 'kysely'
import type { slugKinds } from '#contract/catalog/collection.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { makeSlug } from './slug.rules.ts'

type SlugKind = (typeof slugKinds)[number]

// Categories and collections share the URL /categories/:slug, so a slug is unique among both.
const namespaces: Record<SlugKind, readonly SlugKind[]> = {
  category: ['category', 'collection'],
  collection: ['category', 'collection'],
  subcategory: ['subcategory'],
  product: ['product'],
}

/**
 * The slug for a row: `wanted` if it is free (else AppError 409 `slug_taken`), or one derived from the name, with -2, -3 …
 * if necessary. The slug stays reserved until the transaction ends.
 */
export async function claimSlug(
  tx: Transaction,
  shopId: number,
  kind: SlugKind,
  { name, wanted }: { name: string; wanted: string | undefined },
): Promise<string> {
  if (wanted !== undefined) requireSlug(wanted)
  const base = wanted ?? makeSlug(name, kind)
  const key = lockKey(shopId, kind, base)
  // The statements after it see what another transaction has claimed by then.
  later(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx))

  if (wanted !== undefined) {
    if ((await listTaken(tx, shopId, kind, [wanted])).size === 0) return wanted
    throw slugTaken(wanted)
  }
  for (let from = 1; ; from += 100) {
    const candidates = Array.from({ length: 100 }, (_, i) => (from + i === 1 ? base : `${base}-${from + i}`))
    const taken = await listTaken(tx, shopId, kind, candidates)
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free) return free
  }
}

/** As `claimSlug`, for many wanted slugs that differ. AppError 400, or 409 `slug_taken` if one of them is not free. */
export async function claimSlugs(
  tx: Transaction,
  shopId: number,
  kind: SlugKind,
  wanted: readonly string[],
): Promise<void> {
  for (const slug of wanted) requireSlug(slug)
  // In order, so that two transactions that claim the same slugs do not wait for each other in a circle.
  const keys = wanted.map((slug) => lockKey(shopId, kind, slug)).toSorted()
  later(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(tx),
  )
  const taken = await listTaken(tx, shopId, kind, [...wanted])
  const [first] = taken
  if (first !== undefined) throw slugTaken(first)
}

/** Claims another slug for a row (AppError 409 `slug_taken`) and keeps its former one, so that the old address redirects. */
export async function changeSlug(
  tx: Transaction,
  shopId: number,
  kind: SlugKind,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<void> {
  await claimSlug(tx, shopId, kind, { name: to, wanted: to })
  later(tx, keepFormerSlug(tx, shopId, kind, { id, slug: from }))
}

/** Lets an address that a row had before redirect to it. */
export async function keepFormerSlug(
  tx: Transaction,
  shopId: number,
  kind: SlugKind,
  { id, slug }: { id: number; slug: string },
): Promise<void> {
  await tx
    .insertInto('slug_history')
    .values({ config_id: shopId, kind, slug, target_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['config_id', 'kind', 'slug'])
        .doUpdateSet({ target_id: id, replaced_at: sql<Date>`now()` }),
    )
    .execute()
}

const lockKey = (shopId: number, kind: SlugKind, slug: string) =>
  `slug ${shopId} ${namespaces[kind][0]} ${slug}`

function requireSlug(slug: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return
  throw new AppError(
    400,
    'invalid_input',
    'Use lowercase letters, digits and single hyphens in the address',
    [{ path: 'slug', message: 'Use lowercase letters, digits and single hyphens' }],
  )
}

const slugTaken = (slug: string) =>
  new AppError(409, 'slug_taken', `The address “${slug}” is already in use`, [
    { path: 'slug', message: 'This address is already in use' },
  ])

async function listTaken(tx: Transaction, shopId: number, kind: SlugKind, slugs: string[]) {
  const found = await Promise.all(
    namespaces[kind].map((table) => {
      const query = tx
        .selectFrom(table)
        .select('slug')
        .where('config_id', '=', shopId)
        .where('slug', 'in', slugs)
      return (table === 'product' ? query.where('deleted_at', 'is', null) : query).execute()
    }),
  )
  return new Set(found.flat().map(({ slug }) => slug))
}
