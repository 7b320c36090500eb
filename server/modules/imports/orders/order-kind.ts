import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import {
  makeOrderNumber,
  findOrdersBySerial,
  insertImportedOrders,
  removeImportedOrder,
  serialKey,
  type ImportedOrderInput,
} from '#server/modules/orders/index.ts'
import { formatAmount } from '#server/modules/pricing/index.ts'
import type { ImportKind, Item, ItemResult, RowPlan } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'
import { undoNeeded } from '../run/undo-entries.ts'
import type { ImportedOrder } from './imported-order.ts'
import { orderFormats } from './order-formats.ts'
import { findItems, prepareItems, type KnownItems } from './order-items.ts'
import { itemKey, orderSums, type OrderSums } from './order-sums.rules.ts'

/** Orders as history: as they were, with their old number and date. */
export const orderKind: ImportKind<ImportedOrder, KnownItems> = {
  kind: 'orders',
  formats: orderFormats,
  amountColumns: ['price', 'total', 'tax', 'shipping', 'discount'],
  missingColumn: ({ number, total }) =>
    number === undefined
      ? { column: 'number', message: 'Choose the column with the number of the order' }
      : total === undefined
        ? { column: 'total', message: 'Choose the column with the total' }
        : undefined,
  keysOf: ({ number }) => (number === '' ? [] : [`order ${serialKey(number)}`]),
  nameOf: ({ number }) => number,
  load: () => Promise.resolve(new Map()),
  plan: planOrders,
  prepare: prepareItems,
  write: writeOrders,
  undo: (tx, pending, { recordId }) => removeImportedOrder(tx, pending.shopId, recordId ?? ''),
  finishUndo: (db, pending, scope) => undoNeeded(db, pending, ['product', 'category'], scope),
  tables: ['shop_order', 'order_line', 'order_event', 'payment', 'product', 'variant'],
}

interface OrderPlan extends RowPlan {
  sums?: OrderSums
}

async function planOrders(
  db: Database,
  { shopId, currency, timeZone }: PendingImport,
  rows: readonly ImportedOrder[],
): Promise<OrderPlan[]> {
  const stored = await findOrdersBySerial(
    db,
    shopId,
    rows.map(({ number }) => number),
  )
  const items = await findItems(
    db,
    shopId,
    rows.flatMap((row) => row.items),
  )
  return rows.map((row) => planOrder(row, stored.get(serialKey(row.number)), { items, currency, timeZone }))
}

/** An order that exists is never changed. */
function planOrder(
  order: ImportedOrder,
  stored: { total: number } | undefined,
  { items, currency, timeZone }: { items: KnownItems; currency: string; timeZone: string },
): OrderPlan {
  const { notes, problems, number } = order
  const refused = (reason: string): OrderPlan => ({
    outcome: 'refuse',
    reason,
    changes: [],
    warnings: [],
    notes,
  })
  const [problem] = problems
  if (problem !== undefined) return refused(problem)
  const orderCurrency = order.currency ?? currency
  const sums = orderSums(order, orderCurrency)
  if (typeof sums === 'string') return refused(sums)
  if (stored) {
    if (stored.total !== sums.total) return refused(`The shop has an order ${number} with another total`)
    return { outcome: 'unchanged', changes: [], warnings: [], notes }
  }
  const unknown = [
    ...new Set(order.items.filter((item) => !items.has(itemKey(item))).map(({ name }) => name)),
  ]
  const changes = [
    ['Placed', new Date(order.placedAt).toLocaleDateString('sv', { timeZone })],
    ['Customer', order.email || order.address.fullName],
    ['Status', order.status],
    ['Items', String(order.items.reduce((count, { quantity }) => count + quantity, 0))],
    ['Total', `${formatAmount(sums.total, orderCurrency, 'en')} ${orderCurrency}`],
  ] as const
  return {
    outcome: 'create',
    changes: changes.map(([field, after]) => ({ field, before: '', after })),
    warnings: [],
    notes: [
      ...notes,
      ...unknown.map((name) => `“${name}” is not in this shop and becomes an archived product`),
    ],
    sums,
  }
}

async function writeOrders(
  tx: Transaction,
  pending: PendingImport,
  items: readonly Item<ImportedOrder>[],
  known: KnownItems,
): Promise<ItemResult[]> {
  const { shopId, currency, timeZone } = pending
  const stored = await findOrdersBySerial(
    tx,
    shopId,
    items.map(({ row }) => row.number),
  )
  const added: ImportedOrderInput[] = []
  const results = items.map(({ position, row }): ItemResult => {
    const plan = planOrder(row, stored.get(serialKey(row.number)), { items: known, currency, timeZone })
    if (plan.outcome === 'refuse') return { position, state: 'failed', reason: plan.reason ?? 'Refused' }
    if (!plan.sums) return { position, state: 'done' }
    const order = toInput(row, plan.sums, { known, currency })
    added.push(order)
    return { position, state: 'done', recordId: order.number }
  })
  await insertImportedOrders(tx, pending, added)
  return results
}

function toInput(
  row: ImportedOrder,
  sums: OrderSums,
  { known, currency }: { known: KnownItems; currency: string },
): ImportedOrderInput {
  const { items, ...amounts } = sums
  return {
    ...amounts,
    number: makeOrderNumber(),
    serial: row.number,
    status: row.status,
    isCash: row.isCash,
    placedAt: new Date(row.placedAt),
    email: row.email,
    phone: row.phone,
    currency: row.currency ?? currency,
    couponCode: row.coupon || null,
    shippingName: row.shippingMethod,
    note: row.note,
    shippingAddress: row.address,
    billingAddress: row.billing,
    lines: items.map(({ key, ...line }) => {
      const variant = known.get(key)
      if (!variant) throw new AppError(409, 'unknown_item', `“${line.name}” is not in this shop`)
      return { ...line, ...variant }
    }),
  }
}
