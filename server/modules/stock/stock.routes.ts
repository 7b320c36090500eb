import {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowStockThreshold,
  updateStock,
  type StockRow,
} from '#contract/stock/stock.ts'
import { personalRoute } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findSettings, updateSettings } from '#server/modules/settings/index.ts'
import { correctStockCount, receiveGoods, setLowStockThreshold } from './staff-stock.writes.ts'
import { listMovements } from './movement.queries.ts'
import { listStock, requireStockRows } from './stock-list.queries.ts'

/** The dashboard's stock endpoints. */
export const stockRoutes = [
  personalRoute(getStock, async ({ page, limit, sort, ...filter }, { db, shop }) => {
    const { low_stock_threshold: threshold } = await findSettings(db, shop, 'stock')
    return {
      ...(await listStock(db, shop.shopId, { ...filter, threshold }, { page, limit, sort })),
      low_stock_threshold: threshold,
    }
  }),

  personalRoute(getStockMovements, async ({ id, before, limit }, { db, shop: { shopId } }) => {
    const [[variant], ledger] = await Promise.all([
      requireStockRows(db, shopId, [id]),
      listMovements(db, shopId, id, { before, limit }),
    ])
    return { data: { variant: variant as StockRow, ...ledger } }
  }),

  personalRoute(receiveStock, async ({ lines, note }, context) => {
    const received = lines.map(({ variantid: variantId, quantity }) => ({ variantId, quantity }))
    const data = await asStaff(context, async (tx, write) => {
      await receiveGoods(tx, write, received, note)
      return requireStockRows(
        tx,
        write.shopId,
        received.map(({ variantId }) => variantId),
      )
    })
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return { data, message: units === 1 ? '1 unit received' : `${units} units received` }
  }),

  personalRoute(correctStock, async ({ variantid: variantId, ...input }, context) => {
    const [data] = await asStaff(context, async (tx, write) => {
      await correctStockCount(tx, write, { variantId, ...input })
      return requireStockRows(tx, write.shopId, [variantId])
    })
    return { data: data as StockRow, message: 'Stock corrected' }
  }),

  personalRoute(updateStock, async ({ id, low_stock_threshold: threshold }, context) => {
    const [data] = await asStaff(context, async (tx, write) => {
      await setLowStockThreshold(tx, write, id, threshold)
      return requireStockRows(tx, write.shopId, [id])
    })
    return { data: data as StockRow, message: 'Saved' }
  }),

  personalRoute(updateLowStockThreshold, async (input, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'stock', input))
    return { message: 'Threshold saved' }
  }),
]
