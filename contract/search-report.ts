import { z } from 'zod'
import { count } from './admin-fields.ts'
import { endpoint, fileAnswer, type Endpoint } from './endpoint.ts'
import { day, id, limit, page, text } from './fields.ts'
import { namedProduct } from './search-words.ts'

export const recordSearch = endpoint({
  method: 'POST',
  path: 'search/record',
  audience: 'visitor',
  summary:
    'Counts a search that was shown, or with productid a result of it that was opened; nothing says by whom',
  input: z.strictObject({ q: text(200).describe('search text'), productid: id.optional() }),
  answer: z.object({}),
})

/** all: every search. nothing: those that found nothing when they were last looked at. clicked: each result that was opened. */
export const searchReportKinds = ['all', 'nothing', 'clicked'] as const
export type SearchReportKind = (typeof searchReportKinds)[number]

export const searchReportSorts = [
  'q',
  'q_desc',
  'searches',
  'searches_desc',
  'clicks',
  'clicks_desc',
  'found',
  'found_desc',
] as const
export type SearchReportSort = (typeof searchReportSorts)[number]

const asked = {
  kind: z.enum(searchReportKinds).default('all'),
  from: day.optional().describe('without: 29 days before the other'),
  to: day.optional().describe('without: today'),
  q: text(200).trim().optional().describe('part of the search text'),
  sort: z.enum(searchReportSorts).optional().describe('without: the most searches or clicks first'),
}

const reportRow = z.object({
  q: z.string(),
  searches: count,
  clicks: count.describe('of the product, where there is one'),
  found: count.describe('products that it found when that was last looked at'),
  product: namedProduct.nullable().describe('of kind clicked'),
  ruleId: z.number().int().nullable().describe('what is pinned or hidden for it'),
})
export type SearchReportRow = z.infer<typeof reportRow>

export const getSearchReport = endpoint({
  method: 'GET',
  path: 'admin/search/report',
  audience: 'staff:marketing',
  summary: 'What people search for, what finds nothing, and what they open; counts of days, without persons',
  input: z.strictObject({ ...asked, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(reportRow),
    total: count,
    period: z.object({ from: day, to: day }),
    searches: count.describe('in all'),
    nothing: count.describe('of those that found nothing'),
    clicks: count.describe('in all'),
  }),
})
export type SearchReport = z.output<typeof getSearchReport.answer>

export const exportSearchReport = endpoint({
  method: 'GET',
  path: 'admin/search/report/export',
  audience: 'staff:marketing',
  summary: 'All rows of the same report as CSV',
  input: z.strictObject(asked),
  media: 'text/csv; charset=utf-8',
  answer: fileAnswer,
})

export const searchReportEndpoints: readonly Endpoint[] = [recordSearch, getSearchReport, exportSearchReport]
