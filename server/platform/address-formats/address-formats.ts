import { knowAddressFormats, type AddressFormat } from '#contract/orders/address/address-format.ts'
// Made of Google's address data (github.com/google/libaddressinput, June 2025; CC BY 4.0) and the lists of the Universal
// Postal Union. docs/decisions/053-addresses.md says how.
import formats from './address-formats.json' with { type: 'json' }

/** A format with the lines of a label: %N name, %O company, %A street, %C city, %S state, %Z postal code, %n new line. */
interface PrintedFormat extends AddressFormat {
  print: string
  /** For an address in the script of the country. */
  local?: string
}

/** How addresses are written, by ISO 3166-1 code. */
export const addressFormats = formats as unknown as Readonly<Record<string, PrintedFormat>>

knowAddressFormats(addressFormats)
