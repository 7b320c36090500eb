import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/audit/index.ts'
import type { BulkState } from './bulk-change.rules.ts'
import { explainViolation } from '../editing/product-violations.ts'

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 500

/** The new state of a product, and the audit entry that the change undoes. */
export interface BulkWrite {
  id: number
  state: BulkState
  after: BulkState
  undoes?: number
}

/**
 * Writes the new state of locked products, with one audit entry each. Of the variants, only prices and sale prices may differ. AppError 404
 * or 400 for an unknown category or subcategory.
 */
export async function writeBulk(
  tx: Transaction,
  context: WriteContext,
  changes: readonly BulkWrite[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH_SIZE) {
    const part = changes.slice(from, from + BATCH_SIZE)
    await writePrices(tx, context.shopId, part)
    await writeFields(tx, context.shopId, part)
  }
  const entries = changes.map(({ id, state, after, undoes }) => ({
    action: 'update' as const,
    subject: 'product',
    subjectId: id,
    before: { ...state },
    after: { ...after },
    ...(undoes !== undefined && { undoes }),
  }))
  await recordAll(tx, context, entries)
}

async function writePrices(tx: Transaction, shopId: number, changes: readonly BulkWrite[]): Promise<void> {
  const prices = changes.flatMap(({ state, after }) =>
    (after.variants ?? []).filter(
      ({ price, salePrice }, i) =>
        price !== state.variants?.[i]?.price || salePrice !== state.variants[i]?.salePrice,
    ),
  )
  if (prices.length === 0) return
  await sql`
    update variant v set price = w.price, sale_price = w.sale_price
    from unnest(${prices.map(({ id }) => id)}::integer[], ${prices.map(({ price }) => price)}::bigint[],
      ${prices.map(({ salePrice }) => salePrice ?? null)}::bigint[]) as w (id, price, sale_price)
    where v.config_id = ${shopId} and v.id = w.id`.execute(tx)
}

async function writeFields(tx: Transaction, shopId: number, changes: readonly BulkWrite[]): Promise<void> {
  const column = <K extends keyof BulkState>(field: K) => changes.map(({ after }) => after[field])
  await sql`
    update product p set category_id = w.category_id, subcategory_id = w.subcategory_id, offer = w.offer,
      sale_starts_at = w.sale_starts_at, sale_ends_at = w.sale_ends_at, status = w.status,
      is_new = w.is_new, gst = w.gst, tax_class = w.tax_class, hsn = w.hsn, updated_at = now()
    from unnest(${changes.map(({ id }) => id)}::integer[], ${column('categoryId')}::integer[], ${column('subcategoryId')}::integer[],
      ${column('offer')}::integer[], ${column('saleStartsAt')}::timestamptz[], ${column('saleEndsAt')}::timestamptz[],
      ${column('status')}::text[], ${column('isNew')}::boolean[],
      ${column('gst')}::integer[], ${column('taxClass')}::text[], ${column('hsn')}::text[])
      as w (id, category_id, subcategory_id, offer, sale_starts_at, sale_ends_at, status, is_new, gst, tax_class, hsn)
    where p.config_id = ${shopId} and p.id = w.id`
    .execute(tx)
    .catch(explainViolation)
}
