import {
  correctStock,
  getStock,
  getStockMovements,
  receiveStock,
  updateLowMark,
  updateStock,
  type StockRow,
} from '#contract/stock.ts'
import type { Transaction } from '#server/db/connect.ts'
import { once } from '#server/http/once.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff, type WriteContext } from '#server/modules/journal/index.ts'
import { findSettings, updateSettings } from '#server/modules/settings/index.ts'
import { correctCount, receiveGoods, setLowMark } from './goods.writes.ts'
import { listMovements } from './movement.queries.ts'
import { listStock, requireStockRows } from './stock-list.queries.ts'

/** Calls of the dashboard's pages of stock. */
export const stockRoutes = [
  personalRoute(getStock, async ({ page, limit, sort, ...filter }, { db, shop }) => {
    const { low_at: mark } = await findSettings(db, shop, 'stock')
    return {
      ...(await listStock(db, shop.configId, { ...filter, mark }, { page, limit, sort })),
      low_at: mark,
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
    const wanted = lines.map(({ variantid: variantId, quantity }) => ({ variantId, quantity }))
    const data = await writeOnce(context, 'receive', { wanted, note }, async (tx, write) => {
      await receiveGoods(tx, write, wanted, note)
      return requireStockRows(
        tx,
        write.configId,
        wanted.map(({ variantId }) => variantId),
      )
    })
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    return { data, message: pieces === 1 ? '1 piece is received' : `${pieces} pieces are received` }
  }),

  personalRoute(correctStock, async ({ variantid: variantId, ...wanted }, context) => {
    const [data] = await writeOnce(context, 'correct', { variantId, ...wanted }, async (tx, write) => {
      await correctCount(tx, write, { variantId, ...wanted })
      return requireStockRows(tx, write.configId, [variantId])
    })
    return { data: data as StockRow, message: 'Stock is corrected' }
  }),

  personalRoute(updateStock, async ({ id, low_at: lowAt }, context) => {
    const [data] = await asStaff(context, async (tx, write) => {
      await setLowMark(tx, write, id, lowAt)
      return requireStockRows(tx, write.configId, [id])
    })
    return { data: data as StockRow, message: 'Saved' }
  }),

  personalRoute(updateLowMark, async (mark, context) => {
    await asStaff(context, (tx, write) => updateSettings(tx, write, 'stock', mark))
    return { message: 'The mark of the shop is saved' }
  }),
]

/** Under its Idempotency-Key a booking happens once, however often it is sent: pieces that arrive twice are a lie. */
function writeOnce<T extends object>(
  context: PersonalContext,
  what: string,
  wanted: object,
  work: (tx: Transaction, write: WriteContext) => Promise<T>,
): Promise<T> {
  return asStaff(context, (tx, write) => {
    const { configId, actor } = write
    const body = { what, ...wanted }
    return once(tx, { configId, owner: `user:${actor.id}`, key: context.idempotencyKey, body }, () =>
      work(tx, write),
    )
  })
}
