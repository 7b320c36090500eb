import {
  exportSearchReport,
  getSearchReport,
  searchReportKinds,
  searchReportSorts,
} from '#contract/search/search-report.ts'
import { getSearchSignals } from '#contract/search/search-signal.ts'
import { getSearchRule, getSearchRules, getSynonym, getSynonyms } from '#contract/search/search-words.ts'
import { searchAsStaff } from '#contract/search/staff-search.ts'
import { getSynonymSuggestions } from '#contract/search/synonym-suggestion.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

/** The search report, synonyms, rules and what clicks have taught. */
export const searchListCalls = ({
  synonymId,
  searchRuleId,
}: Pick<Subjects, 'synonymId' | 'searchRuleId'>): ListCall[] => [
  ...calls(
    'staff',
    getSearchReport,
    ...searchReportKinds.flatMap((kind) => searchReportSorts.map((sort) => ({ kind, sort }))),
    { page: 3 },
    { q: 'search 1' },
  ),
  ...calls('staff', exportSearchReport),
  ...calls('staff', getSynonyms, {}, { q: 'mug' }),
  ...calls('staff', getSynonym, { id: synonymId }),
  ...calls('staff', getSearchRules, {}, { q: 'mug' }),
  ...calls('staff', getSearchRule, { id: searchRuleId }),
  ...calls('staff', getSynonymSuggestions),
  ...calls(
    'staff',
    searchAsStaff,
    { q: 'mug' },
    { q: '2026-000001' },
    { q: '+91 98765 43210' },
    { q: 'stonewrae' },
  ),
  ...calls('staff', getSearchSignals, {}, { q: 'search 1' }),
]
