import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { bulkProducts, BulkResult } from '#contract/catalog/admin-product.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findCategoryNames, listMatching, requireCategory, selectForBulk } from './bulk-change.queries.ts'
import { applyBulk, describeChange, type ProductChange } from './bulk-change.rules.ts'
import { writeBulk } from './bulk-change.writes.ts'

type Input = z.output<typeof bulkProducts.input>

/** The answer lists this many changes one by one. */
const MAX_LISTED_CHANGES = 100

/** Previews a bulk change, or applies it completely as one audit log job. */
export async function runBulkChange(input: Input, context: RequestContext): Promise<BulkResult> {
  if (input.preview) {
    const { count, changes } = await computeChanges(context.db, input, context, false)
    return resultOf(context.db, context, { count, changes, job: null })
  }
  return asStaff(context, async (tx, write) => {
    const { count, changes } = await computeChanges(tx, input, context, true)
    const job = randomUUID()
    await writeBulk(tx, { ...write, job }, changes)
    return resultOf(tx, context, { count, changes, job })
  })
}

async function computeChanges(
  db: Database,
  { ids: givenIds, filter, change, count: expected }: Input,
  { shop }: RequestContext,
  lock: boolean,
): Promise<{ count: number; changes: ProductChange[] }> {
  const { configId, currency } = shop
  const { productcategoryid, productsubcategoryid } = change
  if (productcategoryid) await requireCategory(db, configId, productcategoryid, productsubcategoryid)
  const ids = givenIds ? [...new Set(givenIds)] : await listMatching(db, configId, filter ?? {})
  const count = ids.length
  if (expected !== undefined && expected !== count) {
    const message = `The selection changed (now ${count} products). Please preview again.`
    throw new AppError(409, 'selection_changed', message)
  }
  const prices = change.price !== undefined
  const selected = await selectForBulk(db, configId, ids, { prices, lock })
  return { count, changes: applyBulk(selected, change, currency) }
}

async function resultOf(
  db: Database,
  { shop }: RequestContext,
  { count, changes, job }: { count: number; changes: ProductChange[]; job: string | null },
): Promise<BulkResult> {
  const listed = changes.slice(0, MAX_LISTED_CHANGES)
  const names = await findCategoryNames(db, shop.configId, listed)
  return {
    count,
    changed: changes.length,
    unchanged: count - changes.length,
    changes: listed.map((change) => describeChange(change, names, shop.currency)),
    more: changes.length - listed.length,
    job,
  }
}
