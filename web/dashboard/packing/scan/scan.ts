/** The fields of an order that a scan is compared with. */
export interface ScannedOrder {
  number: string
  serial: string
  lines: readonly ScannedLine[]
}

interface ScannedLine {
  lineId: number
  sku: string
  barcode: string | null
  productname: string
  lefttoship: number
}

/** The packed units by the id of their line. */
export type Packed = ReadonlyMap<number, number>

/** Letters and digits alone, because people write numbers with other signs than the label has. */
const plain = (code: string) => code.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a scanned or typed code is the number of an order. */
export const isNumberOf = ({ number, serial }: Pick<ScannedOrder, 'number' | 'serial'>, code: string) =>
  plain(code) !== '' && [plain(number), plain(serial)].includes(plain(code))

const unitsOf = (packed: Packed, { lineId }: ScannedLine) => packed.get(lineId) ?? 0

/** Whether every unit that is left to ship is packed. */
export const isComplete = ({ lines }: Pick<ScannedOrder, 'lines'>, packed: Packed): boolean =>
  lines.every((line) => unitsOf(packed, line) >= line.lefttoship)

/** Packs one more unit of the item with this SKU or barcode. A code that does not fit changes nothing and returns the reason. */
export function scanItem(
  { serial, lines }: ScannedOrder,
  packed: Packed,
  code: string,
): { packed: Packed; problem?: string } {
  const fitting = lines.filter(
    ({ sku, barcode, lefttoship }) =>
      lefttoship > 0 && [sku, barcode ?? ''].some((own) => plain(own) === plain(code) && own !== ''),
  )
  const [first] = fitting
  if (!first) return { packed, problem: `${code} is not in order ${serial}` }
  const line = fitting.find((each) => unitsOf(packed, each) < each.lefttoship)
  if (line) return { packed: new Map(packed).set(line.lineId, unitsOf(packed, line) + 1) }
  const units = fitting.reduce((sum, { lefttoship }) => sum + lefttoship, 0)
  return {
    packed,
    problem: `Order ${serial} has only ${units} × ${first.productname}, and ${units === 1 ? 'it is' : 'they are'} packed`,
  }
}

/** Packs all units of a line, or takes them out again. */
export function tapLine(packed: Packed, line: ScannedLine): Packed {
  return new Map(packed).set(line.lineId, unitsOf(packed, line) < line.lefttoship ? line.lefttoship : 0)
}
