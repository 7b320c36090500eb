import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { OrderColumnName } from '#contract/orders/order-columns.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import type { CellReader, Remarks } from '../formats/cell-reader.ts'
import { countryCode } from '../formats/country.rules.ts'
import type { ImportedItem, ImportedOrder, ImportedOrderStatus } from './imported-order.ts'

/** The columns of the orders file, and those that other shop systems have instead. */
export type OrderColumn =
  | OrderColumnName
  | 'paymentStatus'
  | 'cancelledAt'
  | 'firstName'
  | 'lastName'
  | 'itemSubtotal'
  | 'itemTotal'
  | 'fee'
  | 'feeName'
  | 'tip'
  | 'duties'

type Reader = CellReader<OrderColumn>
/** Reads a cell of the first row of an order. */
type Cells = (column: OrderColumn) => string | undefined
/** A text: why the order cannot come in yet. */
export interface ReadStatus {
  status: ImportedOrderStatus
  isCash: boolean
}
type StatusReader = (cells: Cells) => ReadStatus | string

/** The orders of a file: rows that follow each other with the same number, or without one. */
export async function* ordersOfRows(
  rows: AsyncIterable<TableRow>,
  reader: Reader,
  readStatus: StatusReader,
): AsyncGenerator<ImportedOrder> {
  let group: [TableRow, ...TableRow[]] | undefined
  for await (const row of rows) {
    const number = reader.text(row, 'number')
    if (group && (number === undefined || number === reader.text(group[0], 'number'))) group.push(row)
    else {
      if (group) yield orderOf(group, reader, readStatus)
      group = [row]
    }
  }
  if (group) yield orderOf(group, reader, readStatus)
}

function orderOf(rows: [TableRow, ...TableRow[]], reader: Reader, readStatus: StatusReader): ImportedOrder {
  const [first] = rows
  const remarks: Remarks = { problems: [], notes: [] }
  const { problems } = remarks
  const cells: Cells = (column) => reader.text(first, column)
  const text = (column: OrderColumn, maxLength: number) => (cells(column) ?? '').slice(0, maxLength)
  const amount = (column: OrderColumn) => reader.amount(first, column, remarks) ?? 0
  const number = text('number', 41).replace(/^#/, '')
  if (!/^[0-9A-Za-z][0-9A-Za-z/._-]{0,39}$/.test(number))
    problems.push(number === '' ? 'Enter the number of the order' : `“${number}” is not an order number`)
  const placedAt = reader.moment(first, 'placed', remarks)
  if (cells('placed') === undefined) problems.push('Enter the date of the order, such as 2024-05-31')
  const email = text('email', 255).toLowerCase()
  if (email !== '' && (!/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254))
    problems.push(`“${email.slice(0, 60)}” is not an email`)
  const currency = cells('currency')?.toUpperCase()
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) problems.push(`“${currency}” is not a currency`)
  if (cells('total') === undefined) problems.push('Enter the total of the order')
  const items = rows.flatMap((row) => itemOf(row, reader, remarks))
  if (items.length === 0) problems.push('The order has no items')
  const charges = chargesOf(first, reader, remarks)
  const read = readStatus(cells)
  if (typeof read === 'string') problems.push(read)
  const { status, isCash } = typeof read === 'string' ? unread : read
  const address = addressOf(cells, '')
  const billing = cells('billingLine1') === undefined ? address : addressOf(cells, 'billing')
  return {
    line: first.line,
    lines: rows.map(({ line }) => line),
    number,
    placedAt: (placedAt ?? new Date(0)).toISOString(),
    status,
    isCash,
    email,
    phone: (cells('phone') ?? '').replace(/^'/, '').slice(0, 40),
    currency,
    discount: amount('discount') + charges.discount,
    coupon: text('coupon', 40),
    shipping: amount('shipping'),
    shippingMethod: text('shippingMethod', 200) || 'Delivery',
    tax: amount('tax'),
    total: amount('total'),
    refunded: amount('refunded'),
    note: text('note', 1000),
    address: cells('line1') === undefined ? billing : address,
    billing,
    items: [...items, ...charges.items],
    ...remarks,
  }
}

const unread: ReadStatus = { status: 'delivered', isCash: false }

/** What an order costs besides its items and delivery, as items of their own. A fee below 0 is a discount. */
function chargesOf(row: TableRow, reader: Reader, remarks: Remarks) {
  const names = { fee: feeName(reader.text(row, 'feeName')) ?? 'Fee', tip: 'Tip', duties: 'Duties' } as const
  const charges = (['fee', 'tip', 'duties'] as const).map((column) => ({
    name: names[column],
    price: reader.signed(row, column, remarks) ?? 0,
  }))
  return {
    discount: charges.reduce((sum, { price }) => sum + Math.max(0, -price), 0),
    items: charges.flatMap(({ name, price }): ImportedItem[] =>
      price > 0 ? [{ name, sku: '', quantity: 1, price, discount: 0 }] : [],
    ),
  }
}

/** WooCommerce lists fees as "id:7|name:Cash on delivery|total:2.00;…". */
const feeName = (fees: string | undefined) =>
  /(?:^|\|)(?:name|title):([^|;]+)/
    .exec(fees ?? '')?.[1]
    ?.trim()
    .slice(0, 200)

function itemOf(row: TableRow, reader: Reader, remarks: Remarks): ImportedItem[] {
  const name = reader.text(row, 'item')?.slice(0, 200)
  if (name === undefined) return []
  const quantity = reader.whole(row, 'quantity', remarks) ?? 1
  if (quantity < 1 || quantity > MAX_QUANTITY)
    remarks.problems.push(`Line ${row.line}: the quantity must be from 1 to ${MAX_QUANTITY}`)
  const subtotal = reader.amount(row, 'itemSubtotal', remarks)
  const total = reader.amount(row, 'itemTotal', remarks)
  const price = reader.amount(row, 'price', remarks) ?? (subtotal ?? total ?? 0) / Math.max(1, quantity)
  const discount =
    reader.amount(row, 'itemDiscount', remarks) ?? Math.max(0, (subtotal ?? 0) - (total ?? subtotal ?? 0))
  return [{ name, sku: reader.text(row, 'sku')?.slice(0, 100) ?? '', quantity, price, discount }]
}

/** Old orders may lack parts of the address, which the shop’s own never do. */
const MISSING = '–'

function addressOf(cells: Cells, prefix: '' | 'billing'): ImportedOrder['address'] {
  const part = (name: string, maxLength = 200) => {
    const column = prefix ? prefix + name.charAt(0).toUpperCase() + name.slice(1) : name
    return cells(column as OrderColumn)
      ?.replace(/^'/, '')
      .slice(0, maxLength)
  }
  const fullName =
    part('name') ?? ([cells('firstName'), cells('lastName')].filter(Boolean).join(' ') || undefined)
  return {
    fullName: fullName ?? MISSING,
    line1: part('line1') ?? MISSING,
    line2: part('line2') ?? '',
    city: part('city') ?? MISSING,
    state: part('state') ?? MISSING,
    pincode: part('pincode', 12) ?? MISSING,
    country: countryCode(part('country') ?? '') ?? 'IN',
  }
}
