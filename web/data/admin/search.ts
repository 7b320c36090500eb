import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import {
  createSearchRule,
  createSynonym,
  deleteSearchRule,
  deleteSynonym,
  getSearchRule,
  getSearchRules,
  getSynonym,
  getSynonyms,
  updateSearchRule,
  updateSynonym,
} from '#contract/search/search-words.ts'
import { adminQuery } from './query.ts'
import { adminResource } from './resource.ts'

export const synonyms = adminResource('synonyms', {
  list: getSynonyms,
  detail: getSynonym,
  create: createSynonym,
  update: updateSynonym,
  remove: deleteSynonym,
})

export const searchRules = adminResource('search-rules', {
  list: getSearchRules,
  detail: getSearchRule,
  create: createSearchRule,
  update: updateSearchRule,
  remove: deleteSearchRule,
})

/** A page of the search report with its totals. `query` holds the table state of the URL. */
export function useSearchReport(query: Record<string, string | number>) {
  return useQuery({
    ...adminQuery('GET admin/search/report', query),
    placeholderData: keepPreviousData,
  })
}

/** The URL of a CSV file with all rows of the report. */
export const searchExportUrl = (query: Record<string, string | number>): string =>
  dashboardLinks.searchReportExport({ ...query, page: undefined, limit: undefined })
