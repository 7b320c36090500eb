/** The addresses of these screens. */
export const searchReport = '/dashboard/search'
export const synonyms = '/dashboard/search/synonyms'
export const rules = '/dashboard/search/rules'

/** The form for new synonyms, begun with a word. */
export const newSynonym = (word: string) => `${synonyms}?${new URLSearchParams({ word })}`

/** The page on which a rule is edited, or made for a search. */
export const rulePath = (id: number) => `${rules}/${id}`
export const newRule = (q?: string) => `${rules}/new${q ? `?${new URLSearchParams({ for: q })}` : ''}`
