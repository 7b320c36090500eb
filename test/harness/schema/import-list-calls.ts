import {
  exportRefusedRows,
  getImport,
  getImportRedirects,
  getImportRows,
  getImports,
} from '#contract/imports/import.ts'
import { calls, type ListCall } from './list-calls.ts'

/** The imports, and what an import has done and offers. */
export const importListCalls = (id: number): ListCall[] => [
  ...calls('staff', getImports),
  ...calls('staff', getImport, { id }),
  ...calls('staff', getImportRows, { id }, { id, outcome: 'refuse' }),
  ...calls('staff', exportRefusedRows, { id }),
  ...calls('staff', getImportRedirects, { id }),
]
