import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { bulkProducts, BulkResult } from '#contract/admin-product.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { findPlaceNames, listMatching, requirePlace, selectForBulk } from './product-bulk.queries.ts'
import { applyBulk, describeChange, type Changed } from './product-bulk.rules.ts'
import { writeBulk } from './product-bulk.writes.ts'

type Input = z.output<typeof bulkProducts.input>

/** As many changes are told one by one. */
const mostTold = 100

/** Says what a bulk change would do, or does it: all of it or nothing, as one job of the journal. */
export async function changeInBulk(input: Input, context: RequestContext): Promise<BulkResult> {
  if (input.preview) {
    const { count, changes } = await workOut(context.db, input, context, false)
    return resultOf(context.db, context, { count, changes, job: null })
  }
  return asStaff(context, async (tx, write) => {
    const { count, changes } = await workOut(tx, input, context, true)
    const job = randomUUID()
    await writeBulk(tx, { ...write, job }, changes)
    return resultOf(tx, context, { count, changes, job })
  })
}

async function workOut(
  db: Database,
  { ids: named, filter, change, count: expected }: Input,
  { shop }: RequestContext,
  lock: boolean,
): Promise<{ count: number; changes: Changed[] }> {
  const { configId, currency } = shop
  const { productcategoryid, productsubcategoryid } = change
  if (productcategoryid) await requirePlace(db, configId, productcategoryid, productsubcategoryid)
  const ids = named ? [...new Set(named)] : await listMatching(db, configId, filter ?? {})
  const count = ids.length
  if (expected !== undefined && expected !== count) {
    const message = `Meanwhile ${count} products match, not ${expected}. Please look at the preview again.`
    throw new AppError(409, 'selection_changed', message)
  }
  const prices = change.price !== undefined
  const selected = await selectForBulk(db, configId, ids, { prices, lock })
  return { count, changes: applyBulk(selected, change, currency) }
}

async function resultOf(
  db: Database,
  { shop }: RequestContext,
  { count, changes, job }: { count: number; changes: Changed[]; job: string | null },
): Promise<BulkResult> {
  const told = changes.slice(0, mostTold)
  const names = await findPlaceNames(db, shop.configId, told)
  return {
    count,
    changed: changes.length,
    unchanged: count - changes.length,
    changes: told.map((change) => describeChange(change, names, shop.currency)),
    more: changes.length - told.length,
    job,
  }
}
