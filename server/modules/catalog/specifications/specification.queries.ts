import type { Specification } from '#contract/catalog/specification.ts'
import type { Database } from '#server/db/connect.ts'

/** The shop's specifications, in order. */
export async function listSpecifications(db: Database, shopId: number): Promise<Specification[]> {
  return await db
    .selectFrom('specification')
    .select(['id as specificationid', 'name as specificationName'])
    .where('config_id', '=', shopId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
