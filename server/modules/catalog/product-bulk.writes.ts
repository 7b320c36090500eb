import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { recordAll, type WriteContext } from '#server/modules/journal/index.ts'
import type { BulkState } from './product-bulk.rules.ts'
import { explainRefusal } from './product-refusal.ts'

/** So that no statement comes near the time that one may take. */
const batch = 500

/** What becomes of a product, and the entry that is taken back by it. */
export interface BulkWrite {
  id: number
  state: BulkState
  after: BulkState
  reverts?: number
}

/**
 * Writes what a bulk change has made of products that are locked, and an entry of the journal for each. Of
 * their variants the prices alone may differ from what is stored. AppError 404 or 400 where a place is not there.
 */
export async function writeBulk(
  tx: Transaction,
  context: WriteContext,
  changes: readonly BulkWrite[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += batch) {
    const some = changes.slice(from, from + batch)
    await writePrices(tx, context.configId, some)
    await writeFields(tx, context.configId, some)
  }
  const entries = changes.map(({ id, state, after, reverts }) => ({
    action: 'update' as const,
    subject: 'product',
    subjectId: id,
    before: { ...state },
    after: { ...after },
    ...(reverts !== undefined && { reverts }),
  }))
  await recordAll(tx, context, entries)
}

async function writePrices(tx: Transaction, configId: number, changes: readonly BulkWrite[]): Promise<void> {
  const prices = changes.flatMap(({ state, after }) =>
    (after.variants ?? []).filter(({ price }, i) => price !== state.variants?.[i]?.price),
  )
  if (prices.length === 0) return
  await sql`
    update variant v set price = w.price
    from unnest(${prices.map(({ id }) => id)}::integer[], ${prices.map(({ price }) => price)}::bigint[]) as w (id, price)
    where v.config_id = ${configId} and v.id = w.id`.execute(tx)
}

async function writeFields(tx: Transaction, configId: number, changes: readonly BulkWrite[]): Promise<void> {
  const all = <K extends keyof BulkState>(field: K) => changes.map(({ after }) => after[field])
  await sql`
    update product p set category_id = w.category_id, subcategory_id = w.subcategory_id, offer = w.offer, status = w.status,
      is_new = w.is_new, updated_at = now()
    from unnest(${changes.map(({ id }) => id)}::integer[], ${all('categoryId')}::integer[], ${all('subcategoryId')}::integer[],
      ${all('offer')}::integer[], ${all('status')}::text[], ${all('isNew')}::boolean[])
      as w (id, category_id, subcategory_id, offer, status, is_new)
    where p.config_id = ${configId} and p.id = w.id`
    .execute(tx)
    .catch(explainRefusal)
}
