import { sql } from 'kysely'
import type { slugKinds } from '#contract/collection.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { makeSlug } from './slug.rules.ts'

type SlugKind = (typeof slugKinds)[number]

// Categories and collections are browsed under one address, so that they share their slugs.
const sharedBy: Record<SlugKind, readonly SlugKind[]> = {
  category: ['category', 'collection'],
  collection: ['category', 'collection'],
  subcategory: ['subcategory'],
  product: ['product'],
}

/**
 * The slug that a new row gets: the wanted one, which must be free (AppError 409 `slug_taken`), or one made from the
 * name, with -2, -3 … where that is taken. It stays free for this transaction until it ends.
 */
export async function claimSlug(
  tx: Transaction,
  configId: number,
  kind: SlugKind,
  { name, wanted }: { name: string; wanted: string | undefined },
): Promise<string> {
  if (wanted !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(wanted)) {
    throw new AppError(
      400,
      'invalid_input',
      'An address is made of small letters, digits and single hyphens',
      [{ path: 'slug', message: 'Small letters, digits and single hyphens' }],
    )
  }
  const base = wanted ?? makeSlug(name, kind)
  const key = `slug ${configId} ${sharedBy[kind][0]} ${base}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)

  if (wanted !== undefined) {
    if ((await takenOf(tx, configId, kind, [wanted])).size === 0) return wanted
    throw new AppError(409, 'slug_taken', `The address "${wanted}" is taken`, [
      { path: 'slug', message: 'This address is taken' },
    ])
  }
  for (let from = 1; ; from += 100) {
    const candidates = Array.from({ length: 100 }, (_, i) => (from + i === 1 ? base : `${base}-${from + i}`))
    const taken = await takenOf(tx, configId, kind, candidates)
    const free = candidates.find((candidate) => !taken.has(candidate))
    if (free) return free
  }
}

async function takenOf(tx: Transaction, configId: number, kind: SlugKind, slugs: string[]) {
  const taken = new Set<string>()
  for (const table of sharedBy[kind]) {
    const query = tx
      .selectFrom(table)
      .select('slug')
      .where('config_id', '=', configId)
      .where('slug', 'in', slugs)
    const rows = await (table === 'product' ? query.where('deleted_at', 'is', null) : query).execute()
    for (const row of rows) taken.add(row.slug)
  }
  return taken
}
