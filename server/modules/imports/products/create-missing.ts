import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { createCategory, createSpecification, createSubcategory } from '#server/modules/catalog/index.ts'
import { loadLookups } from './plan/lookups.queries.ts'
import { DEFAULT_CATEGORY, type Lookups } from './plan/product-plan.ts'
import type { PendingImport } from '../run/pending-import.ts'

/** Creates the categories, subcategories and specifications that planned products need, and returns all of them. */
export async function createMissing(db: Database, pending: PendingImport): Promise<Lookups> {
  const { shopId } = pending
  await db.transaction().execute(async (tx) => {
    // One after the other: two imports of a shop may need the same names.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${shopId}`}, 0))`.execute(tx)
    const planned = sql`
      data_import_item where config_id = ${shopId} and import_id = ${pending.id}
        and state = 'planned' and outcome in ('create', 'update')`
    const { rows: places } = await sql<{ category: string; subcategory: string | null }>`
      select distinct coalesce(content ->> 'category', ${DEFAULT_CATEGORY}) as category, content ->> 'subcategory' as subcategory
      from ${planned} and (outcome = 'create' or content ? 'category') order by 1, 2`.execute(tx)
    const { rows: specifications } = await sql<{ name: string }>`
      select distinct pair ->> 'name' as name
      from (select content from ${planned}) item cross join jsonb_array_elements(content -> 'specifications') pair
      order by 1`.execute(tx)
    const lookups = await loadLookups(tx, shopId)
    const categories = new Map(lookups.categories)
    const subcategories = new Map(lookups.subcategories)
    for (const { category, subcategory } of places) {
      const key = category.toLowerCase()
      const categoryId = categories.get(key) ?? (await createCategory(tx, pending, { name: category }))
      categories.set(key, categoryId)
      const place = `${categoryId} ${subcategory?.toLowerCase()}`
      if (subcategory === null || subcategories.has(place)) continue
      subcategories.set(place, await createSubcategory(tx, pending, { categoryId, name: subcategory }))
    }
    const known = new Set(lookups.specifications.keys())
    for (const { name } of specifications) {
      if (known.has(name.toLowerCase())) continue
      await createSpecification(tx, pending, { name })
      known.add(name.toLowerCase())
    }
  })
  return loadLookups(db, shopId)
}
