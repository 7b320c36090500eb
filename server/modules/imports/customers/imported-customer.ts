import type { z } from 'zod'
import type { addressInput } from '#contract/people/account.ts'
import type { ImportedRow } from '../run/import-kind.ts'

export type ImportedAddress = Omit<z.output<typeof addressInput>, 'is_default'>

/** A customer as a file describes it, whatever its format. */
export interface ImportedCustomer extends ImportedRow {
  email: string
  name: string | undefined
  /** ISO 8601; undefined: now. */
  since: string | undefined
  addresses: ImportedAddress[]
}
