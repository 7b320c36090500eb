import { isGtin, plainBarcode } from '#contract/catalog/gtin.ts'
import type { TableRow } from '#server/platform/table-files/table.ts'
import type { Remarks } from '../../formats/cell-reader.ts'
import { countryCode } from '../../formats/country.rules.ts'
import type { ImportedProduct, ImportedVariant } from '../imported-product.ts'
import type { ProductReader } from '../product-columns.ts'

/** The numbers of a variant, its shelf, and what it costs. What is no GTIN stays behind with a note. */
export function identityOf(
  row: TableRow,
  read: ProductReader,
  remarks: Remarks,
): Pick<ImportedVariant, 'barcode' | 'mpn' | 'shelf' | 'cost'> {
  const { notes } = remarks
  const written = read.text(row, 'barcode')
  const barcode = plainBarcode(written ?? '')
  // checkSpreadsheet says what a spreadsheet has shortened.
  if (barcode && !isGtin(barcode) && !/E\+/i.test(barcode))
    notes.push(`Line ${row.line}: the barcode “${written?.slice(0, 40)}” was left out: it is no GTIN`)
  const mpn = read.text(row, 'mpn')?.trim()
  if (mpn && mpn.length > 70)
    notes.push(`Line ${row.line}: the MPN was left out: it has more than 70 characters`)
  const shelf = read.text(row, 'shelf')?.trim()
  if (shelf && shelf.length > 40)
    notes.push(`Line ${row.line}: the shelf was left out: it has more than 40 characters`)
  return {
    barcode: isGtin(barcode) ? barcode : undefined,
    mpn: mpn && mpn.length <= 70 ? mpn : undefined,
    shelf: shelf && shelf.length <= 40 ? shelf : undefined,
    cost: read.price(row, 'cost', remarks),
  }
}

/** For products that the file calls not taxable. */
export const exemptNote = 'The file says that it is not taxed, so it gets the tax class “Exempt”'

/** Who makes a product, where it comes from, and its commodity code. `text` reads a cell of the product. */
export function originOf(
  text: (column: 'brand' | 'origin' | 'hsn') => string | undefined,
  { notes }: Pick<Remarks, 'notes'>,
): Pick<ImportedProduct, 'brand' | 'origin' | 'hsn'> {
  const brand = text('brand')?.trim()
  if (brand && brand.length > 100) notes.push('The brand was cut to 100 characters')
  const country = text('origin')
  const origin = country === undefined ? undefined : countryCode(country)
  if (country !== undefined && origin === undefined)
    notes.push(`The country of origin “${country.slice(0, 40)}” was left out: it is no known country`)
  const written = text('hsn')
  const hsn = written?.replaceAll(/[\s.]/g, '')
  const isCode = /^\d{1,10}$/.test(hsn ?? '')
  if (hsn && !isCode)
    notes.push(`The commodity code “${written?.slice(0, 40)}” was left out: it has up to 10 digits`)
  return { brand: brand?.slice(0, 100) || undefined, origin, hsn: isCode ? hsn : undefined }
}
