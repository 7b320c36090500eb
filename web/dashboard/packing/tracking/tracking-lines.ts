import { isNumberOf } from '../scan/scan.ts'

interface KnownOrder {
  number: string
  serial: string
}

/** The tracking number of an order. */
export interface OrderTracking extends KnownOrder {
  tracking: string
}

const MAX_LENGTH = 100
const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()

/**
 * Reads lines of order number and tracking number with a tab, comma or semicolon between. Each line that fits no order to ship
 * is a problem in words.
 */
export function trackingLines(
  text: string,
  orders: readonly KnownOrder[],
): { found: OrderTracking[]; problems: string[] } {
  const found = new Map<string, OrderTracking>()
  const problems: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [, first = '', second = ''] = /^([^\t,;]*)[\t,;]?([^\t,;]*)/.exec(line) ?? []
    const [name, tracking] = [unquoted(first), unquoted(second)]
    const order = orders.find((each) => isNumberOf(each, name))
    // A file begins with the names of its columns.
    if (!order && index === 0 && !/\d/.test(line)) continue
    const where = `Line ${index + 1}`
    if (!order) problems.push(`${where}: no order to ship has the number “${name.slice(0, 40)}”`)
    else if (!tracking) problems.push(`${where}: order ${order.serial} has no tracking number`)
    else if (tracking.length > MAX_LENGTH)
      problems.push(
        `${where}: the tracking number of order ${order.serial} has more than ${MAX_LENGTH} characters`,
      )
    else if (found.has(order.number)) problems.push(`${where}: order ${order.serial} is named twice`)
    else found.set(order.number, { number: order.number, serial: order.serial, tracking })
  }
  return { found: [...found.values()], problems }
}
