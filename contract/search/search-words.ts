import { z } from 'zod'
import { count, created } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { id, listing, text, version } from '../fields.ts'

const word = text(100).trim().min(1, 'Enter a word')

const words = z
  .array(word)
  .min(2, 'Enter at least two words')
  .max(20, 'Enter at most 20 words')
  .describe('each word also finds products with the others')

const synonym = z.object({ id: z.number().int(), words: z.array(z.string()), version: z.number().int() })
export type Synonym = z.infer<typeof synonym>

export const getSynonyms = endpoint({
  method: 'GET',
  path: 'admin/search/synonyms',
  audience: 'staff:marketing',
  summary: 'Groups of synonyms: those of the staff, then the starter groups, sorted by their first word',
  input: z.strictObject(listing),
  answer: z.object({ data: z.array(synonym), total: count }),
})

export const getSynonym = endpoint({
  method: 'GET',
  path: 'admin/search/synonyms/:id',
  audience: 'staff:marketing',
  summary: 'One group of synonyms',
  input: z.strictObject({ id }),
  answer: z.object({ data: synonym }),
})

export const createSynonym = endpoint({
  method: 'POST',
  path: 'admin/search/synonyms',
  audience: 'staff:marketing',
  takesIdempotencyKey: true,
  summary: 'Creates a group of synonyms',
  input: z.strictObject({ words }),
  answer: created,
})

export const updateSynonym = endpoint({
  method: 'PATCH',
  path: 'admin/search/synonyms/:id',
  audience: 'staff:marketing',
  summary: 'Changes a group of synonyms',
  input: z.strictObject({ id, words, version: version.optional() }),
  answer: z.object({}),
})

export const deleteSynonym = endpoint({
  method: 'DELETE',
  path: 'admin/search/synonyms/:id',
  audience: 'staff:marketing',
  summary: 'Deletes a group of synonyms',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

const ruleFields = {
  q: text(200)
    .trim()
    .min(1, 'Enter a search query')
    .describe('search text; case, accents and punctuation are ignored'),
  pinned: z
    .array(id)
    .max(20, 'Pin at most 20 products')
    .describe('products at the top of the results, in this order'),
  hidden: z.array(id).max(100, 'Hide at most 100 products').describe('products left out of the results'),
}

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
  summary: 'Search rules, sorted by search text',
  input: z.strictObject(listing),
  answer: z.object({ data: z.array(rule), total: count }),
})

export const getSearchRule = endpoint({
  method: 'GET',
  path: 'admin/search/rules/:id',
  audience: 'staff:marketing',
  summary: 'One search rule with its pinned and hidden products',
  input: z.strictObject({ id }),
  answer: z.object({ data: rule }),
})

export const createSearchRule = endpoint({
  method: 'POST',
  path: 'admin/search/rules',
  audience: 'staff:marketing',
  takesIdempotencyKey: true,
  summary: 'Creates a search rule with pinned and hidden products',
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
  summary: 'Changes the given fields of a search rule',
  input: z.strictObject(ruleFields).partial().extend({ id, version: version.optional() }),
  answer: z.object({}),
})

export const deleteSearchRule = endpoint({
  method: 'DELETE',
  path: 'admin/search/rules/:id',
  audience: 'staff:marketing',
  summary: 'Deletes a search rule',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const searchWordEndpoints = [
  getSynonyms,
  getSynonym,
  createSynonym,
  updateSynonym,
  deleteSynonym,
  getSearchRules,
  getSearchRule,
  createSearchRule,
  updateSearchRule,
  deleteSearchRule,
] as const
