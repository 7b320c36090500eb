import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, limit, page } from '../fields.ts'

const suggestion = z.object({
  id: z.number().int(),
  failed: z.string().describe('words of a search that nobody opened a result of'),
  worked: z.string().describe('words that shoppers searched for instead'),
  shoppers: count.describe('each counted once a week'),
  foundNothing: z.boolean().describe('the failed search found nothing'),
})
export type SynonymSuggestion = z.infer<typeof suggestion>

export const getSynonymSuggestions = endpoint({
  method: 'GET',
  path: 'admin/search/synonym-suggestions',
  audience: 'staff:marketing',
  summary: 'Pairs of words that shoppers treat as synonyms, those that found nothing first',
  input: z.strictObject({ page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(suggestion), total: count }),
})

export const updateSynonymSuggestion = endpoint({
  method: 'PATCH',
  path: 'admin/search/synonym-suggestions/:id',
  audience: 'staff:marketing',
  summary: 'Dismisses a suggested pair, or shows it again',
  input: z.strictObject({ id, dismissed: flag }),
  answer: z.object({}),
})

export const synonymSuggestionEndpoints = [getSynonymSuggestions, updateSynonymSuggestion] as const
