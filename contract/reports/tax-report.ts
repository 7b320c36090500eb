import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, limit, moment, page, text } from '../fields.ts'
import { countryCode } from '../tax/tax-rate.ts'

/** What a tax report is grouped by: the place and the rate, or the commodity code and the rate. */
export const taxReportKinds = ['place', 'code'] as const
export type TaxReportKind = (typeof taxReportKinds)[number]

const sum = z.number().describe('major units of the shop currency')

/** Invoices minus credit notes. `total` is the taxable value with its tax. */
const taxSums = {
  taxable: sum,
  tax: sum,
  total: sum,
  parts: z
    .array(z.object({ name: z.string(), amount: sum }))
    .describe('the tax by its names on the documents, such as CGST and SGST'),
}

const days = z.object({ from: day, to: day })

const period = {
  from: day.optional().describe('default: the first day of the month of `to`'),
  to: day.optional().describe('default: today'),
}

const taxRow = z.object({
  ...taxSums,
  place: z.string().describe('state and country; empty in a report by code'),
  country: z.string().describe('code of the country where the tax is due; empty in a report by code'),
  state: z.string().describe('code of the state in India and the USA, otherwise empty'),
  code: z.string().describe('commodity code, `delivery` or `none`; empty in a report by place'),
  name: z.string().describe('of the tax, such as `CGST + SGST`; empty in a report by code'),
  rate: z.number().describe('percent'),
  units: z.number().int().nullable().describe('invoiced minus credited, by code; null: not counted'),
  invoices: z.number().int(),
  creditNotes: z.number().int(),
})
export type TaxRow = z.output<typeof taxRow>

export const getTaxReport = endpoint({
  method: 'GET',
  path: 'admin/reports/tax',
  audience: 'staff:reports',
  summary:
    'Reports the tax of the invoices and credit notes of a period, by place or commodity code, and rate',
  input: z.strictObject({ by: z.enum(taxReportKinds).default('place'), ...period }),
  answer: z.object({
    data: z.array(taxRow),
    currency: z.string(),
    period: days,
    totals: z.object({ ...taxSums, invoices: z.number().int(), creditNotes: z.number().int() }),
    notInvoiced: z
      .object({ orders: z.number().int(), taxable: sum, tax: sum, total: sum })
      .describe('sold orders of the period that have no invoice yet; not part of any other sum'),
    proof: z
      .object({
        documents: z
          .object({ total: sum, tax: sum })
          .describe('the totals that the documents of the period print; equal to `totals`'),
        orders: z.number().int().describe('orders behind these documents'),
        invoiced: sum.describe('by these orders, until today'),
        credited: sum.describe('by all credit notes of these orders, until today'),
        paid: sum,
        refunded: sum,
        due: sum.describe('what these orders still have to pay'),
        agrees: z
          .boolean()
          .describe('`totals` equal `documents`, and invoiced - credited = paid - refunded + due'),
      })
      .describe('the same figures from the orders, payments and refunds'),
    elsewhere: z.number().int().describe('documents in another currency, which no sum includes'),
  }),
})
export type TaxReport = z.output<typeof getTaxReport.answer>

const taxDocumentKinds = ['invoice', 'credit_note', 'not_invoiced'] as const

/** The filters that the rows of a report lead to. */
const documentFilter = {
  ...period,
  kind: z.enum(taxDocumentKinds).optional().describe('absent: invoices and credit notes'),
  country: countryCode.optional(),
  state: text(60).optional().describe('with `country`; absent: without a state'),
  name: text(60).optional().describe('of the tax, with `country`'),
  code: text(10).optional().describe('commodity code, `delivery` or `none`'),
  rate: z
    .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, 'Enter a percentage from 0 to 100')])
    .transform(Number)
    .pipe(z.number().min(0).max(100))
    .optional()
    .describe('percent'),
}

const taxDocument = z.object({
  kind: z.enum(taxDocumentKinds),
  number: z.string().nullable().describe('of the document; null: not invoiced yet'),
  serial: z.string().nullable().describe('of a credit note, for its URL'),
  issuedAt: moment.describe('when the order was placed, if it is not invoiced yet'),
  order: z.string().describe('number of the order, for its URL'),
  orderSerial: z.string(),
  customer: z.string(),
  taxId: z.string().describe('of the customer; empty: none'),
  taxable: sum,
  tax: sum,
  total: sum,
})
export type TaxDocument = z.output<typeof taxDocument>

export const getTaxDocuments = endpoint({
  method: 'GET',
  path: 'admin/reports/tax/documents',
  audience: 'staff:reports',
  summary: 'Lists the documents behind a figure of the tax report, with the amounts that belong to it',
  input: z.strictObject({ ...documentFilter, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(taxDocument).describe('in the order of issue; amounts of credit notes are negative'),
    total: z.number().int(),
    currency: z.string(),
    period: days,
    sums: z.object({ taxable: sum, tax: sum, total: sum }).describe('of all pages'),
  }),
})
export type TaxDocumentFilter = Omit<z.output<typeof getTaxDocuments.input>, 'page' | 'limit' | 'from' | 'to'>

export const exportTaxReport = endpoint({
  method: 'GET',
  path: 'admin/reports/tax/export',
  audience: 'staff:exports+reports',
  summary:
    'Answers all rows of the tax report, or all its documents, as CSV; amounts are decimals in major units',
  input: z.strictObject({ by: z.enum([...taxReportKinds, 'document']).default('place'), ...documentFilter }),
  media: 'text/csv; charset=utf-8',
  answer: fileAnswer,
})

export const taxReportEndpoints = [getTaxReport, getTaxDocuments, exportTaxReport] as const
