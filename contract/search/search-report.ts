import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, id, limit, page, text, whole } from '../fields.ts'
import { namedProduct } from './search-words.ts'

export const recordSearch = endpoint({
  method: 'POST',
  path: 'search/record',
  audience: 'visitor',
  summary: 'Counts a search anonymously, or with productid a click on one of its results',
  input: z.strictObject({
    q: text(200).describe('search text'),
    productid: id.optional(),
    position: whole(1, 1000, 'A position')
      .optional()
      .describe('of the clicked result, counted from 1 over all pages; default: 1'),
  }),
  answer: z.object({}),
})

/** all: every search. nothing: searches without results. clicked: each clicked result. */
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

const reportQuery = {
  kind: z.enum(searchReportKinds).default('all'),
  from: day.optional().describe('default: 29 days before `to`'),
  to: day.optional().describe('default: today'),
  q: text(200).trim().optional().describe('part of the search text'),
  sort: z.enum(searchReportSorts).optional().describe('default: most searches or clicks first'),
}

const reportRow = z.object({
  q: z.string(),
  searches: count,
  clicks: count.describe('of the product, for kind clicked'),
  found: count.describe('number of results at the latest search'),
  product: namedProduct.nullable().describe('for kind clicked'),
  ruleId: z.number().int().nullable().describe('its search rule'),
})
export type SearchReportRow = z.infer<typeof reportRow>

export const getSearchReport = endpoint({
  method: 'GET',
  path: 'admin/search/report',
  audience: 'staff:marketing',
  summary: 'Searches, searches without results, and clicked results of a period, without personal data',
  input: z.strictObject({ ...reportQuery, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(reportRow),
    total: count,
    period: z.object({ from: day, to: day }),
    searches: count.describe('total'),
    nothing: count.describe('searches without results'),
    clicks: count.describe('total'),
  }),
})
export type SearchReport = z.output<typeof getSearchReport.answer>

export const exportSearchReport = endpoint({
  method: 'GET',
  path: 'admin/search/report/export',
  audience: 'staff:marketing',
  summary: 'The report as CSV',
  input: z.strictObject(reportQuery),
  media: 'text/csv; charset=utf-8',
  answer: fileAnswer,
})

export const searchReportEndpoints = [recordSearch, getSearchReport, exportSearchReport] as const
