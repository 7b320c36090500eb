import type { Database } from '#server/db/connect.ts'
import { variantName } from './variant-name.ts'

/** The names of variants by id, retired ones included. */
export async function listVariantNames(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('variant as v')
    .innerJoin('product as p', (join) =>
      join.onRef('p.config_id', '=', 'v.config_id').onRef('p.id', '=', 'v.product_id'),
    )
    .select(['v.id', 'v.options', 'p.name'])
    .where('v.config_id', '=', shopId)
    .where('v.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, options }) => [id, variantName(name, options as Record<string, string>)]),
  )
}
