import { exportSearchReport, getSearchReport, recordSearch } from '#contract/search-report.ts'
import {
  createSearchRule,
  createSynonym,
  deleteSearchRule,
  deleteSynonym,
  getSearchRules,
  getSynonyms,
  updateSearchRule,
  updateSynonym,
} from '#contract/search-words.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { findPeriod, toCsv } from '#server/modules/reports/index.ts'
import { countFound } from './found.queries.ts'
import { countClick, countSearch } from './record.writes.ts'
import { listSearches, sumSearches } from './report.queries.ts'
import { listPresent, listRules } from './rule.queries.ts'
import * as rules from './rule.writes.ts'
import { listSynonyms } from './synonym.queries.ts'
import * as synonyms from './synonym.writes.ts'

/** Of one network: as fast as people search and click, and no faster for long. */
const perNetwork = { burst: 60, seconds: 2 }

/** What staff says about the search, and what it learns from it. */
export const searchStaffRoutes = [
  personalRoute(recordSearch, async ({ q, productid: productId }, { db, shop, limits, clientAddress }) => {
    const { configId, timeZone } = shop
    await limits.take(`search ${configId} from ${clientAddress}`, perNetwork)
    if (productId) await countClick(db, { configId, timeZone, q, productId })
    else await countSearch(db, { configId, timeZone, q, find: () => countFound(db, shop, q) })
    return { message: 'Counted' }
  }),

  route(getSynonyms, (asked, { db, shop }) => listSynonyms(db, shop.configId, asked)),

  personalRoute(createSynonym, async (input, context) => {
    const id = await asStaff(context, (tx, write) => synonyms.createSynonym(tx, write, input))
    return { data: { id }, message: 'The synonyms are added' }
  }),

  personalRoute(updateSynonym, async ({ id, ...input }, context) => {
    await asStaff(context, (tx, write) => synonyms.updateSynonym(tx, write, id, input))
    return { message: 'The synonyms are saved' }
  }),

  personalRoute(deleteSynonym, async ({ id }, context) => {
    await asStaff(context, (tx, write) => synonyms.deleteSynonym(tx, write, id))
    return { message: 'The synonyms are deleted' }
  }),

  route(getSearchRules, (asked, { db, shop }) => listRules(db, shop.configId, asked)),

  personalRoute(createSearchRule, async (input, context) => {
    const id = await asStaff(context, async (tx, write) => {
      await requireProducts(tx, write.configId, input)
      return rules.createRule(tx, write, input)
    })
    return { data: { id }, message: 'The rule is added' }
  }),

  personalRoute(updateSearchRule, async ({ id, ...input }, context) => {
    await asStaff(context, async (tx, write) => {
      await requireProducts(tx, write.configId, input)
      await rules.updateRule(tx, write, id, input)
    })
    return { message: 'The rule is saved' }
  }),

  personalRoute(deleteSearchRule, async ({ id }, context) => {
    await asStaff(context, (tx, write) => rules.deleteRule(tx, write, id))
    return { message: 'The rule is deleted' }
  }),

  route(getSearchReport, async ({ page, limit, ...asked }, { db, shop }) => {
    const { from, to } = await findPeriod(db, shop.timeZone, asked)
    const rows = { ...asked, from, to, limit, offset: (page - 1) * limit }
    const [{ data, total }, sums] = await Promise.all([
      listSearches(db, shop.configId, rows),
      sumSearches(db, shop.configId, { from, to }),
    ])
    return { data, total, period: { from, to }, ...sums }
  }),

  route(exportSearchReport, async (asked, { db, shop }) => {
    const { from, to } = await findPeriod(db, shop.timeZone, asked)
    const { data } = await listSearches(db, shop.configId, { ...asked, from, to })
    const clicked = asked.kind === 'clicked'
    const head = ['Search', ...(clicked ? ['Product'] : []), 'Searches', 'Clicks', 'Found']
    const lines = data.map(({ q, product, searches, clicks, found }) => [
      q,
      ...(clicked ? [product?.name ?? ''] : []),
      searches,
      clicks,
      found,
    ])
    return { name: `searches-${asked.kind}_${from}_${to}.csv`, bytes: toCsv([head, ...lines], shop.currency) }
  }),
]

/** AppError 400 where a rule names what the shop does not have. */
async function requireProducts(
  tx: Transaction,
  configId: number,
  { pinned = [], hidden = [] }: { pinned?: number[] | undefined; hidden?: number[] | undefined },
): Promise<void> {
  const present = await listPresent(tx, configId, [...pinned, ...hidden])
  for (const [path, ids] of [
    ['pinned', pinned],
    ['hidden', hidden],
  ] as const) {
    if (ids.every((id) => present.has(id))) continue
    const message = 'One of these products is not there any more'
    throw new AppError(400, 'invalid_input', message, [{ path, message }])
  }
}
