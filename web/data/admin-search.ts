import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { exportSearchReport, getSearchReport } from '#contract/search-report.ts'
import type {
  createSearchRule,
  createSynonym,
  deleteSearchRule,
  deleteSynonym,
  getSearchRules,
  getSynonyms,
  updateSearchRule,
  updateSynonym,
} from '#contract/search-words.ts'
import { api, ApiError } from '../lib/api.ts'
import { adminKey, readRow, useChange } from './admin-list.ts'

type Asked = z.input<typeof getSynonyms.input>
const readSynonyms = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getSynonyms>('GET', 'admin/search/synonyms', asked, signal)
const readRules = (asked: Asked, signal?: AbortSignal) =>
  api<typeof getSearchRules>('GET', 'admin/search/rules', asked, signal)

/** One page of the words that mean the same. */
export function useSynonyms(asked: Asked) {
  return useQuery({
    queryKey: adminKey('search', 'synonyms', asked),
    queryFn: ({ signal }) => readSynonyms(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** Words that mean the same, as they are stored now. */
export const readSynonym = (id: number) =>
  readRow(
    (page) => readSynonyms(page),
    (row) => row.id === id,
  )

/** One page of the searches with results that come first or are hidden. */
export function useSearchRules(asked: Asked) {
  return useQuery({
    queryKey: adminKey('search', 'rules', asked),
    queryFn: ({ signal }) => readRules(asked, signal),
    placeholderData: keepPreviousData,
  })
}

/** One of them to be edited; it is not changed below the hands of who edits it. For a new one, id 0, nothing is asked. */
export function useSearchRule(id: number) {
  return useQuery({
    queryKey: adminKey('search', 'rule', id),
    queryFn: async () => ({ rule: id > 0 ? await readSearchRule(id) : undefined }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: 0,
  })
}

/** What holds for a search, as it is stored now. */
export const readSearchRule = (id: number) =>
  readRow(
    (page) => readRules(page),
    (row) => row.id === id,
  )

/** A page of what people search for, with its sums; `query` as the address has it. */
export function useSearchReport(query: Record<string, string | number>) {
  return useQuery({
    queryKey: adminKey('search', 'report', query),
    queryFn: ({ signal }) => api<typeof getSearchReport>('GET', 'admin/search/report', query, signal),
    placeholderData: keepPreviousData,
    // Days that are refused once are refused again.
    retry: (failures, error) =>
      failures < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  })
}

/** Where all rows of the report are to be had as a file. */
export function searchReportFile(query: Record<string, string | number>): string {
  const path: (typeof exportSearchReport)['path'] = 'admin/search/report/export'
  const asked = Object.entries(query).filter(([name]) => !['page', 'limit'].includes(name))
  return `/api/${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

/** Changes of what the search knows; each rejects with an `ApiError`. */
export function useSearchChanges() {
  const change = useChange()
  return {
    addSynonym: (input: z.input<typeof createSynonym.input>) =>
      change(api<typeof createSynonym>('POST', 'admin/search/synonyms', input)),
    updateSynonym: (input: z.input<typeof updateSynonym.input>) =>
      change(api<typeof updateSynonym>('PATCH', 'admin/search/synonyms/:id', input)),
    removeSynonym: (id: number) =>
      change(api<typeof deleteSynonym>('DELETE', 'admin/search/synonyms/:id', { id })),
    /** Answers the id of the new rule too. */
    async addRule(input: z.input<typeof createSearchRule.input>) {
      const call = api<typeof createSearchRule>('POST', 'admin/search/rules', input)
      const message = await change(call)
      return { id: (await call).data.id, message }
    },
    updateRule: (input: z.input<typeof updateSearchRule.input>) =>
      change(api<typeof updateSearchRule>('PATCH', 'admin/search/rules/:id', input)),
    removeRule: (id: number) =>
      change(api<typeof deleteSearchRule>('DELETE', 'admin/search/rules/:id', { id })),
  }
}
