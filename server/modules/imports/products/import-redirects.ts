import { sql } from 'kysely'
import { redirectInput } from '#contract/redirects/redirect.ts'
import { links } from '#contract/links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { createRedirects, listNewRedirects } from '#server/modules/redirects/index.ts'

interface ImportId {
  shopId: number
  id: number
}

/** Redirects from the paths that products of an import had in another shop, without those that exist. */
export async function listImportRedirects(db: Database, scope: ImportId) {
  return listNewRedirects(db, scope.shopId, await listOldPaths(db, scope))
}

/** Adds them and returns their number. Undoing the import removes them too, because `write` has its job. */
export async function addImportRedirects(tx: Transaction, write: WriteContext, id: number): Promise<number> {
  return createRedirects(tx, write, await listOldPaths(tx, { shopId: write.shopId, id }))
}

/** None of these paths is a page of this shop; a page would win over its redirect. */
async function listOldPaths(db: Database, { shopId, id }: ImportId): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ path: string; product: number }>`
    select distinct on (path) path, p.id as product
    from data_import_item i
      cross join jsonb_array_elements_text(i.content -> 'oldPaths') as path
      join product p on p.config_id = i.config_id and p.deleted_at is null and case
        when i.record_id is null then p.slug = i.content ->> 'handle' else p.id = i.record_id::integer end
    where i.config_id = ${shopId} and i.import_id = ${id} and (i.state = 'done' or i.outcome = 'unchanged')
    order by path, i.position`.execute(db)
  return rows.flatMap(({ path, product }) => {
    const found = redirectInput.safeParse({ from: path, to: links.product(product) })
    return found.success ? [found.data] : []
  })
}
