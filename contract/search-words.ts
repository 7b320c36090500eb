import { z } from 'zod'
import { count, created } from './admin-fields.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { id, listing, text, version } from './fields.ts'

const word = text(100).trim().min(1, 'A word is missing')

const words = z
  .array(word)
  .min(2, 'At least two words that mean the same')
  .max(20, 'At most 20 words')
  .describe('each of them also finds what the others find')

const synonym = z.object({ id: z.number().int(), words: z.array(z.string()), version: z.number().int() })
export type Synonym = z.infer<typeof synonym>

export const getSynonyms = endpoint({
  method: 'GET',
  path: 'admin/search/synonyms',
  audience: 'staff:marketing',
  summary: 'Words that mean the same to the search, by the first of them',
  input: z.strictObject(listing),
  answer: z.object({ data: z.array(synonym), total: count }),
})

export const createSynonym = endpoint({
  method: 'POST',
  path: 'admin/search/synonyms',
  audience: 'staff:marketing',
  summary: 'Adds words that mean the same',
  input: z.strictObject({ words }),
  answer: created,
})

export const updateSynonym = endpoint({
  method: 'PATCH',
  path: 'admin/search/synonyms/:id',
  audience: 'staff:marketing',
  summary: 'Changes which words mean the same',
  input: z.strictObject({ id, words, version: version.optional() }),
  answer: z.object({}),
})

export const deleteSynonym = endpoint({
  method: 'DELETE',
  path: 'admin/search/synonyms/:id',
  audience: 'staff:marketing',
  summary: 'Words mean the same no longer',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

const ruleFields = {
  q: text(200)
    .trim()
    .min(1, 'Say which search this is about')
    .describe('search text; case, accents and signs do not matter'),
  pinned: z
    .array(id)
    .max(20, 'At most 20 products come first')
    .describe('products that come first, in this order'),
  hidden: z
    .array(id)
    .max(100, 'At most 100 products are hidden')
    .describe('products that are not found by it'),
}

/** A product by its name. */
export const namedProduct = z.object({ id: z.number().int(), name: z.string() })

const rule = z.object({
  id: z.number().int(),
  q: z.string(),
  pinned: z.array(namedProduct),
  hidden: z.array(namedProduct),
  version: z.number().int(),
})
export type SearchRule = z.infer<typeof rule>

export const getSearchRules = endpoint({
  method: 'GET',
  path: 'admin/search/rules',
  audience: 'staff:marketing',
  summary: 'Searches with products that come first or are hidden, by their text',
  input: z.strictObject(listing),
  answer: z.object({ data: z.array(rule), total: count }),
})

export const createSearchRule = endpoint({
  method: 'POST',
  path: 'admin/search/rules',
  audience: 'staff:marketing',
  summary: 'Says for one search which products come first, and which are hidden',
  input: z.strictObject({
    q: ruleFields.q,
    pinned: ruleFields.pinned.default([]),
    hidden: ruleFields.hidden.default([]),
  }),
  answer: created,
})

export const updateSearchRule = endpoint({
  method: 'PATCH',
  path: 'admin/search/rules/:id',
  audience: 'staff:marketing',
  summary: 'Changes the given fields of what holds for a search',
  input: z.strictObject(ruleFields).partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deleteSearchRule = endpoint({
  method: 'DELETE',
  path: 'admin/search/rules/:id',
  audience: 'staff:marketing',
  summary: 'Nothing particular holds for a search any more',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const searchWordEndpoints: readonly Endpoint[] = [
  getSynonyms,
  createSynonym,
  updateSynonym,
  deleteSynonym,
  getSearchRules,
  createSearchRule,
  updateSearchRule,
  deleteSearchRule,
]
