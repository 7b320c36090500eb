import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { storeValues } from '#server/modules/custom-fields/index.ts'
import { createProducts, updateLockedProduct, type ProductInput } from '#server/modules/catalog/index.ts'
import type { StockChange } from '../run/give-stock-back.ts'
import type { Item, ItemResult } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'
import type { ImportedProduct } from './imported-product.ts'
import { findStored } from './plan/lookups.queries.ts'
import type { Lookups, ProductPlan, StoredProduct } from './plan/product-plan.ts'
import { planProduct } from './plan/product-plan.rules.ts'

/** Plans these products again under their locks and writes them. AppError if one of them cannot be written. */
export async function writeProducts(
  tx: Transaction,
  pending: PendingImport,
  items: readonly Item<ImportedProduct>[],
  lookups: Lookups,
): Promise<ItemResult[]> {
  // Images that could not be downloaded are no longer expected.
  const wanted = items.map(({ row }) => ({
    ...row,
    images: row.images.filter(({ url }) => lookups.files.has(url)),
  }))
  const matches = await findStored(tx, pending.shopId, wanted)
  requireDifferent(matches.flatMap(({ stored }) => stored?.id ?? []))
  const created: Creation[] = []
  const results = await Promise.all(
    items.map(async (item, i): Promise<ItemResult | undefined> => {
      const { position } = item
      const match = matches[i]
      if (!match) return undefined
      const { imported, stored } = match
      const plan = planProduct({ ...imported, problems: [] }, stored, { lookups, currency: pending.currency })
      if (plan.outcome === 'refuse') return { position, state: 'failed', reason: plan.reason ?? 'Refused' }
      const notes = [...plan.notes, ...(lookups.imageNotes?.get(position) ?? [])]
      if (!plan.write || plan.outcome === 'unchanged') {
        return { position, state: 'done', notes, recordId: stored ? String(stored.id) : null }
      }
      if (!stored) {
        created.push({
          item,
          notes,
          input: { ...(plan.write as ProductInput), slug: imported.handle },
          custom: plan.custom,
        })
        return undefined
      }
      const undo = stockChangesOf(stored, plan.write)
      await updateLockedProduct(tx, pending, { id: stored.id, before: stored.state }, plan.write)
      await writeCustom(tx, pending, stored.id, { before: stored.custom, changes: plan.custom })
      return { position, state: 'done', notes, recordId: String(stored.id), undo }
    }),
  )
  const ids = await createProducts(
    tx,
    pending,
    created.map(({ input }) => input),
  )
  for (const [i, { custom }] of created.entries())
    await writeCustom(tx, pending, ids[i] ?? 0, { changes: custom })
  return [
    ...results.flatMap((result) => result ?? []),
    ...created.map(({ item, notes }, i): ItemResult => ({
      position: item.position,
      state: 'done',
      notes,
      recordId: String(ids[i]),
    })),
  ]
}

interface Creation {
  item: Item
  notes: string[]
  input: ProductInput & { slug: string }
  custom: ProductPlan['custom']
}

/** Stores the values of custom fields that change. */
async function writeCustom(
  tx: Transaction,
  pending: PendingImport,
  id: number,
  { before = {}, changes = {} }: { before?: StoredProduct['custom']; changes?: ProductPlan['custom'] },
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await storeValues(tx, pending, { subject: 'product', id, before, changes })
}

/** Two products of a file may mean the same one, by handle and by SKU. They are written one after the other. */
function requireDifferent(ids: readonly number[]): void {
  if (new Set(ids).size < ids.length)
    throw new AppError(409, 'same_product', 'Two rows mean the same product')
}

/** For undo. */
const stockChangesOf = ({ available }: StoredProduct, { variants = [] }: Partial<ProductInput>) =>
  variants.flatMap(({ id = 0, stock }): StockChange[] => {
    const change = stock === undefined ? 0 : stock - (available.get(id) ?? 0)
    return available.has(id) && change !== 0 ? [[id, change]] : []
  })
