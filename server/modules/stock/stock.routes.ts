import {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowStockThreshold,
  updateStock,
  type StockRow,
} from '#contract/catalog/stock.ts'
import type { Transaction } from '#server/db/connect.ts'
import { runIdempotent } from '#server/modules/idempotency/index.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, type WriteContext } from '#server/modules/audit/index.ts'
import { findSettings, updateSettings } from '#server/modules/settings/index.ts'
import { correctStockCount, receiveGoods, setLowStockThreshold } from './staff-stock.writes.ts'
import { listMovements } from './movement.queries.ts'
import { listStock, requireStockRows } from './stock-list.queries.ts'

/** The dashboard's stock endpoints. */
export const stockRoutes = [
  personalRoute(getStock, async ({ page, limit, sort, ...filter }, { db, shop }) => {
    const { low_stock_threshold: threshold } = await findSettings(db, shop, 'stock')
    return {
      ...(await listStock(db, shop.configId, { ...filter, threshold }, { page, limit, sort })),
      low_stock_threshold: threshold,
    }
  }),

  personalRoute(getStockMovements, async ({ id, before, limit }, { db, shop: { configId } }) => {
    const [[variant], ledger] = await Promise.all([
      requireStockRows(db, configId, [id]),
      listMovements(db, configId, id, { before, limit }),
    ])
    return { data: { variant: variant as StockRow, ...ledger } }
  }),

  personalRoute(receiveStock, async ({ lines, note }, context) => {
    const received = lines.map(({ variantid: variantId, quantity }) => ({ variantId, quantity }))
    const data = await writeOnce(context, 'receive', { received, note }, async (tx, write) => {
      await receiveGoods(tx, write, received, note)
      return requireStockRows(
        tx,
        write.configId,
        received.map(({ variantId }) => variantId),
      )
    })
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return { data, message: units === 1 ? '1 unit received' : `${units} units received` }
  }),

  personalRoute(correctStock, async ({ variantid: variantId, ...input }, context) => {
    const [data] = await writeOnce(context, 'correct', { variantId, ...input }, async (tx, write) => {
      await correctStockCount(tx, write, { variantId, ...input })
      return requireStockRows(tx, write.configId, [variantId])
    })
    return { data: data as StockRow, message: 'Stock corrected' }
  }),

  personalRoute(updateStock, async ({ id, low_stock_threshold: threshold }, context) => {
    const [data] = await asStaff(context, async (tx, write) => {
      await setLowStockThreshold(tx, write, id, threshold)
      return requireStockRows(tx, write.configId, [id])
    })
    return { data: data as StockRow, message: 'Saved' }
  }),

  personalRoute(updateLowStockThreshold, async (input, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'stock', input))
    return { message: 'Threshold saved' }
  }),
]

/** Books once per Idempotency-Key, so that a repeated request does not count goods twice. */
function writeOnce<T extends object>(
  context: PersonalContext,
  operation: string,
  input: object,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  return asStaff(context, (tx, write) => {
    const { configId, actor } = write
    const body = { what: operation, ...input }
    return runIdempotent(tx, { configId, owner: `user:${actor.id}`, key: context.idempotencyKey, body }, () =>
      work(tx, write),
    )
  })
}
