import { exportSearchReport, getSearchReport, recordSearch } from '#contract/search/search-report.ts'
import { getSearchSignals, resetSearchSignal } from '#contract/search/search-signal.ts'
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
import { getSynonymSuggestions, updateSynonymSuggestion } from '#contract/search/synonym-suggestion.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { findPeriod } from '#server/modules/reports/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import { toCsv } from '#server/platform/table-files/write-csv.ts'
import { countClick, countSearch } from './report/search-count.writes.ts'
import { searchProducts } from './query/find-products.ts'
import { listSearches, sumSearches } from './report/search-report.queries.ts'
import { findRule, listExistingProducts, listRules } from './rules/rule.queries.ts'
import * as rules from './rules/rule.writes.ts'
import { findSynonym, listSynonyms } from './rules/synonym.queries.ts'
import * as synonyms from './rules/synonym.writes.ts'
import { listSignals } from './signal/signal.queries.ts'
import { resetSignal } from './signal/signal.writes.ts'
import { noteClick, noteSearch } from './signal/visit.writes.ts'
import { isStaff, weekShopper } from './signal/week-shopper.ts'
import { noteRephrasing } from './suggestions/note-rephrasing.writes.ts'
import { listSuggestions } from './suggestions/suggestion.queries.ts'
import { updateSuggestion } from './suggestions/suggestion.writes.ts'

/** The limit per client network: generous for people who search and click. */
const networkLimit = { burst: 60, seconds: 2 }

/** The endpoints for synonyms, search rules, search counts and the search report. */
export const searchStaffRoutes = [
  personalRoute(recordSearch, async ({ q, productid: productId, position = 1 }, context) => {
    const { db, shop, services, clientAddress } = context
    const { shopId, timeZone } = shop
    await services.limits.take(`search ${shopId} from ${clientAddress}`, networkLimit)
    const visit = isStaff(context) ? undefined : { shopId, q, shopper: weekShopper(context, new Date()) }
    if (productId) {
      await countClick(db, { shopId, timeZone, q, productId })
      if (visit) {
        await noteClick(db, { ...visit, productId, position })
        await noteRephrasing(db, visit)
      }
    } else {
      const countResults = async () => (await searchProducts(db, shopId, q)).ids.length
      const found = await countSearch(db, { shopId, timeZone, q, countResults })
      if (visit && found !== undefined) await noteSearch(db, visit, found)
    }
    return { message: 'Counted' }
  }),

  route(getSearchSignals, async (query, { db, shop }) => {
    const [signals, { learns }] = await Promise.all([
      listSignals(db, shop.shopId, query),
      findSettings(db, shop, 'search'),
    ])
    return { ...signals, learns }
  }),

  personalRoute(resetSearchSignal, async ({ id }, context) => {
    await asStaff(context, (tx, write) => resetSignal(tx, write, id))
    return { message: 'Clicks and orders reset' }
  }),

  route(getSynonyms, (query, { db, shop }) => listSynonyms(db, shop.shopId, query)),

  route(getSynonym, async ({ id }, { db, shop }) => {
    const data = await findSynonym(db, shop.shopId, id)
    if (!data) throw new AppError(404, 'not_found', 'There are no such synonyms')
    return { data }
  }),

  personalRoute(createSynonym, async (input, context) => {
    const id = await asStaff(context, (tx, write) => synonyms.createSynonym(tx, write, input))
    return { data: { id }, message: 'Synonyms added' }
  }),

  personalRoute(updateSynonym, async ({ id, ...input }, context) => {
    await asStaff(context, (tx, write) => synonyms.updateSynonym(tx, write, id, input))
    return { message: 'Synonyms saved' }
  }),

  personalRoute(deleteSynonym, async ({ id }, context) => {
    await asStaff(context, (tx, write) => synonyms.deleteSynonym(tx, write, id))
    return { message: 'Synonyms deleted' }
  }),

  route(getSynonymSuggestions, (query, { db, shop }) => listSuggestions(db, shop.shopId, query)),

  personalRoute(updateSynonymSuggestion, async ({ id, dismissed }, context) => {
    await asStaff(context, (tx, write) => updateSuggestion(tx, write, id, { dismissed }))
    return { message: dismissed ? 'Suggestion dismissed' : 'Suggestion restored' }
  }),

  route(getSearchRules, (query, { db, shop }) => listRules(db, shop.shopId, query)),

  route(getSearchRule, async ({ id }, { db, shop }) => {
    const data = await findRule(db, shop.shopId, id)
    if (!data) throw new AppError(404, 'not_found', 'There is no such rule')
    return { data }
  }),

  personalRoute(createSearchRule, async (input, context) => {
    const id = await asStaff(context, async (tx, write) => {
      await requireProducts(tx, write.shopId, input)
      return rules.createRule(tx, write, input)
    })
    return { data: { id }, message: 'Rule added' }
  }),

  personalRoute(updateSearchRule, async ({ id, ...input }, context) => {
    await asStaff(context, async (tx, write) => {
      await requireProducts(tx, write.shopId, input)
      await rules.updateRule(tx, write, id, input)
    })
    return { message: 'Rule saved' }
  }),

  personalRoute(deleteSearchRule, async ({ id }, context) => {
    await asStaff(context, (tx, write) => rules.deleteRule(tx, write, id))
    return { message: 'Rule deleted' }
  }),

  route(getSearchReport, async ({ page, limit, ...query }, { db, shop }) => {
    const { from, to } = await findPeriod(db, shop.timeZone, query)
    const rows = { ...query, from, to, limit, offset: (page - 1) * limit }
    const [{ data, total }, sums] = await Promise.all([
      listSearches(db, shop.shopId, rows),
      sumSearches(db, shop.shopId, { from, to }),
    ])
    return { data, total, period: { from, to }, ...sums }
  }),

  route(exportSearchReport, async (query, { db, shop }) => {
    const { from, to } = await findPeriod(db, shop.timeZone, query)
    const { data } = await listSearches(db, shop.shopId, { ...query, from, to })
    const isClicked = query.kind === 'clicked'
    const head = ['Search', ...(isClicked ? ['Product'] : []), 'Searches', 'Clicks', 'Found']
    const lines = data.map(({ q, product, searches, clicks, found }) => [
      q,
      ...(isClicked ? [product?.name ?? ''] : []),
      searches,
      clicks,
      found,
    ])
    return { name: `searches-${query.kind}_${from}_${to}.csv`, bytes: toCsv([head, ...lines]) }
  }),
]

/** AppError 400 if the rule refers to an unknown product. */
async function requireProducts(
  tx: Transaction,
  shopId: number,
  { pinned = [], hidden = [] }: { pinned?: number[] | undefined; hidden?: number[] | undefined },
): Promise<void> {
  const existing = await listExistingProducts(tx, shopId, [...pinned, ...hidden])
  for (const [path, ids] of [
    ['pinned', pinned],
    ['hidden', hidden],
  ] as const) {
    if (ids.every((id) => existing.has(id))) continue
    const message = 'One of these products no longer exists'
    throw new AppError(400, 'invalid_input', message, [{ path, message }])
  }
}
