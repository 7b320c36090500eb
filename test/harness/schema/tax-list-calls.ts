import { getCreditReport } from '#contract/reports/credit-report.ts'
import {
  exportTaxReport,
  getTaxDocuments,
  getTaxReport,
  taxReportKinds,
} from '#contract/reports/tax-report.ts'
import { getTaxClasses, getTaxRates } from '#contract/tax/tax.ts'
import { calls, type ListCall } from './list-calls.ts'

const somedays = { from: '2026-01-01', to: '2026-03-31' }

/** Rates and classes, the tax reports, and the documents behind each kind of figure. */
export const taxListCalls = (): ListCall[] => [
  ...calls('staff', getTaxRates),
  ...calls('staff', getTaxClasses),
  ...calls('staff', getTaxReport, ...taxReportKinds.map((by) => ({ by, ...somedays }))),
  ...calls('staff', getCreditReport, {}, somedays),
  ...calls('staff', exportTaxReport, {}, { by: 'document', ...somedays }),
  ...calls(
    'staff',
    getTaxDocuments,
    { country: 'IN', state: 'MH', name: 'IGST', rate: 18 },
    { code: 'none', kind: 'credit_note' },
    { kind: 'not_invoiced', ...somedays },
  ),
]
