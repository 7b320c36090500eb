import type { TableRow } from '#server/platform/table-files/table.ts'
import { parseFlag, type Remarks } from '../../formats/cell-reader.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { ProductReader } from '../product-columns.ts'
import { exemptNote, originOf } from './identity.rules.ts'
import { stockOf } from './stock.rules.ts'

// WooCommerce's values as this shop has them. The rows have English headings.

interface Attribute {
  name: string
  values: string
}

/** The attributes that a row names. */
export function attributesOf({ cells }: TableRow): Attribute[] {
  return Object.keys(cells).flatMap((heading) => {
    const [, number] = /^Attribute (\d+) name$/.exec(heading) ?? []
    const name = number === undefined ? '' : (cells[heading] ?? '')
    return name ? [{ name, values: cells[`Attribute ${number} value(s)`] ?? '' }] : []
  })
}

/** Products that the other shop hides or does not list stay hidden here. */
export function statusOf({ cells }: TableRow, notes: string[]): ImportedProduct['status'] {
  const [published, visibility] = [
    cells['Published']?.toLowerCase() ?? '',
    cells['Visibility in catalog'] ?? '',
  ]
  if (/downloadable/i.test(cells['Type'] ?? '')) {
    notes.push('Downloads can’t be sold here, so it comes in as a draft')
    return 'draft'
  }
  if (published === '-1' || published === 'private')
    notes.push('It is private in the file, so it comes in as a draft')
  const isPublished = published === 'publish' || parseFlag(published)
  if (isPublished && visibility === 'hidden') {
    notes.push('It is hidden from the catalogue in the file, so it comes in as a draft')
    return 'draft'
  }
  return isPublished ? 'live' : 'draft'
}

/** A switched-off variation is not sold; this shop has no switch, so it has no stock. */
const isOff = ({ cells }: TableRow) =>
  cells['Type']?.toLowerCase() === 'variation' &&
  /^(?:0|-1|no|false|private|draft)$/i.test(cells['Published'] ?? '')

/** Says what of a variation comes in differently. */
export function noteVariation(row: TableRow, options: readonly string[], notes: string[]): void {
  const values = new Map(attributesOf(row).map((attribute) => [attribute.name, attribute.values]))
  if (isOff(row))
    notes.push(`Line ${row.line}: this variation is switched off in the file, so it comes in without stock`)
  const open = options.filter((option) => !values.get(option))
  if (open.length > 0)
    notes.push(
      `Line ${row.line}: “Any” stands for every ${open.join(' and ')}. Their stock is counted together`,
    )
}

/**
 * An empty Stock means that WooCommerce does not manage it, and "In stock?" says 1, 0 or `backorder`. A variation with the stock
 * `parent` shares it with others, which this shop cannot express.
 */
export function wooStockOf(row: TableRow, read: ProductReader, remarks: Remarks) {
  if (isOff(row)) return { tracked: true, sellWhenSoldOut: false, stock: 0 }
  const sellWhenSoldOut = /^(1|yes|true|notify)$/i.test(row.cells['Backorders allowed?'] ?? '')
  const status = row.cells['In stock?']?.toLowerCase() ?? ''
  const stock = read.text(row, 'stock')
  if (stock?.toLowerCase() === 'parent') {
    remarks.notes.push('Its variants share their stock. Enter the stock of each after the import.')
    return { tracked: true, sellWhenSoldOut, stock: 0 }
  }
  if (stock !== undefined) return stockOf(row, read, remarks, { tracked: true, sellWhenSoldOut })
  if (/^(on)?backorder$/.test(status)) return { tracked: true, sellWhenSoldOut: true, stock: 0 }
  if (parseFlag(status) === false || status === 'outofstock')
    return { tracked: true, sellWhenSoldOut, stock: 0 }
  const isKnown = read.has('stock') && (parseFlag(status) === true || status === 'instock')
  return isKnown ? { tracked: false, sellWhenSoldOut: false } : { sellWhenSoldOut }
}

/** The first brand, of those that WooCommerce separates by commas, with those below it: "Acme > Outdoor". */
export function brandOf({ cells }: TableRow, notes: string[]) {
  const [brand, ...others] = splitCommas(cells['Brands'] ?? '')
  if (others.length > 0) notes.push(`Only the first brand is kept: ${brand}`)
  return originOf((column) => (column === 'brand' ? brand?.split('>').at(-1)?.trim() : undefined), { notes })
}

/** A class of this shop for WooCommerce's tax status and class. Others stay behind with a note. */
export function taxClassOf({ cells }: TableRow, notes: string[]): ImportedProduct['taxClass'] {
  const status = cells['Tax status']?.toLowerCase()
  if (status === 'none' || status === 'shipping') {
    notes.push(exemptNote)
    return 'exempt'
  }
  const taxClass = cells['Tax class']?.toLowerCase()
  if (taxClass === 'zero-rate') return 'zero'
  if (taxClass === 'reduced-rate') return 'reduced'
  if (taxClass && taxClass !== 'standard' && taxClass !== 'parent')
    notes.push(`The tax class “${taxClass}” was left out. Choose a tax class after the import.`)
  return undefined
}

/** "Weight (lbs)" names its unit. */
export function gramsOf(row: TableRow, read: ProductReader, remarks: Remarks): number | undefined {
  const unit = Object.keys(row.cells).flatMap(
    (heading) => /^weight \((\p{L}+)\)$/iu.exec(heading)?.[1] ?? [],
  )[0]
  return read.grams(row, 'weight', remarks, unit ?? 'kg')
}

/** WooCommerce writes a comma inside a value as `\,`. */
export const splitCommas = (cell: string): string[] =>
  cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean)
