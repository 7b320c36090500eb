import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'
import type { CsvCell } from '#server/platform/table-files/write-csv.ts'

/** A cell with an amount in minor units as a decimal of the currency: "12.50". */
export const amountCell = (minor: number, currency: string): CsvCell => ({
  amount: toMajor(minor, currency).toFixed(minorDigits(currency)),
})
