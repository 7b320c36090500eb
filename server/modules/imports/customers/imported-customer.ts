import type { z } from 'zod'
import type { importedAddressInput } from '#contract/identity/account.ts'
import type { ImportedRow } from '../run/import-kind.ts'

export type ImportedAddress = Omit<z.output<typeof importedAddressInput>, 'is_default'>

/** A customer as a file describes it, whatever its format. */
export interface ImportedCustomer extends ImportedRow {
  email: string
  name: string | undefined
  /** ISO 8601; undefined: now. */
  since: string | undefined
  addresses: ImportedAddress[]
}
