import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { bulkProducts, BulkResult } from '#contract/catalog/admin/product.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findCategoryNames, listMatching, requireCategory, selectForBulk } from './bulk-change.queries.ts'
import {
  applyBulk,
  becomesFree,
  describeChange,
  requirePriced,
  type ProductChange,
} from './bulk-change.rules.ts'
import { writeBulk } from './bulk-change.writes.ts'

type Input = z.output<typeof bulkProducts.input>

/** The answer lists this many changes one by one. */
const MAX_LISTED_CHANGES = 100

/** Previews a bulk change, or applies one part of it completely, as one job of the audit log. */
export async function runBulkChange(input: Input, context: RequestContext): Promise<BulkResult> {
  if (input.preview) {
    const part = await computeChanges(context.db, input, context, false)
    return resultOf(context.db, context, { ...part, job: null })
  }
  return asStaff(context, async (tx, write) => {
    const job = randomUUID()
    const part = await computeChanges(tx, input, context, true)
    if (!input.allowfree) requirePriced(part.changes)
    await writeBulk(tx, { ...write, job }, part.changes)
    return resultOf(tx, context, { ...part, job })
  })
}

/** The changes of a part of the selection. */
interface Part {
  /** Selected products, with those that stay as they are. */
  count: number
  changes: ProductChange[]
  next: number | null
}

async function computeChanges(
  db: Database,
  { ids: givenIds, filter, after, limit, change, count: expected }: Input,
  { shop }: RequestContext,
  lock: boolean,
): Promise<Part> {
  const { shopId, currency } = shop
  const { productcategoryid, productsubcategoryid } = change
  if (productcategoryid) await requireCategory(db, shopId, productcategoryid, productsubcategoryid)
  const { ids, next } = givenIds
    ? { ids: [...new Set(givenIds)], next: null }
    : await listMatching(db, shopId, filter ?? {}, { after, limit })
  const count = ids.length
  if (expected !== undefined && expected !== count) {
    const message = `The selection changed (now ${count} products). Please preview again.`
    throw new AppError(409, 'selection_changed', message)
  }
  const prices = change.price !== undefined || change.sale !== undefined
  const selected = await selectForBulk(db, shopId, ids, { prices, lock })
  return { count, changes: applyBulk(selected, change, currency), next }
}

async function resultOf(
  db: Database,
  { shop }: RequestContext,
  { count, changes, next, job }: Part & { job: string | null },
): Promise<BulkResult> {
  const listed = changes.slice(0, MAX_LISTED_CHANGES)
  const names = await findCategoryNames(db, shop.shopId, listed)
  return {
    count,
    changed: changes.length,
    unchanged: count - changes.length,
    free: changes.filter(becomesFree).length,
    changes: listed.map((change) => describeChange(change, names, shop.currency)),
    more: changes.length - listed.length,
    job,
    next,
  }
}
