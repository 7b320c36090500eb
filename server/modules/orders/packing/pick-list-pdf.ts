import type { ShopContext } from '#server/http/route.ts'
import type { PdfDocument } from '#server/platform/pdf/pdf-document.ts'
import { formatDay, optionsText } from '../invoices/labels.ts'
import type { OrderRow } from '../order/order.queries.ts'
import type { PackedLine } from './packing.queries.ts'

interface PackedOrder {
  order: Pick<OrderRow, 'serial'>
  lines: readonly PackedLine[]
}

interface PickedItem {
  shelf: string
  sku: string
  name: string
  options: string
  units: number
  /** The serials of the orders, with the units of each where there are several. */
  orders: string[]
}

// People number each shelf: A-2 is before A-10.
const byNumbers = new Intl.Collator('en', { numeric: true })

/** What to fetch for several orders, sorted by shelf. Items without a shelf come last. */
function picksOf(packed: readonly PackedOrder[]): PickedItem[] {
  const picks = new Map<string, PickedItem>()
  for (const { order, lines } of packed)
    for (const line of lines) {
      const { shelf, sku, name, quantity } = line
      const options = optionsText(line)
      const key = JSON.stringify([shelf, sku, name, options])
      const pick = picks.get(key) ?? { shelf: shelf ?? '', sku, name, options, units: 0, orders: [] }
      pick.units += quantity
      pick.orders.push(quantity === 1 ? order.serial : `${order.serial}\u00A0(${quantity})`)
      picks.set(key, pick)
    }
  return [...picks.values()].toSorted(
    (a, b) =>
      Number(a.shelf === '') - Number(b.shelf === '') ||
      byNumbers.compare(a.shelf, b.shelf) ||
      byNumbers.compare(a.sku || a.name, b.sku || b.name) ||
      byNumbers.compare(a.options, b.options),
  )
}

/** The pick list of several orders: each variant once, with its shelf, its units, and the orders that they are for. */
export function pickListPdf(
  packed: readonly PackedOrder[],
  shop: ShopContext,
  now = new Date(),
): PdfDocument {
  const picks = picksOf(packed)
  const units = picks.reduce((sum, pick) => sum + pick.units, 0)
  return {
    title: `Pick list of ${formatDay(now, shop)}`,
    author: shop.name,
    countries: [new Intl.Locale(shop.locale).region ?? ''],
    blocks: [
      { kind: 'title', text: 'Pick list', beside: shop.name },
      {
        kind: 'text',
        text: `${packed.length === 1 ? '1 order' : `${packed.length} orders`}, ${formatDay(now, shop)}`,
      },
      {
        kind: 'table',
        size: 9,
        columns: [
          { name: 'Shelf', width: 70 },
          { name: 'SKU', width: 90 },
          { name: 'Item' },
          { name: 'Units', width: 40, align: 'right' },
          { name: '', width: 20 },
          { name: 'Orders', width: 120 },
        ],
        rows: picks.map(({ shelf, sku, name, options, units: wanted, orders }) => [
          shelf || '–',
          sku,
          [name, options].filter(Boolean).join('\n'),
          String(wanted),
          { boxes: 1 },
          orders.join(', '),
        ]),
        foot: ['', '', 'In total', String(units), '', ''],
      },
    ],
  }
}
