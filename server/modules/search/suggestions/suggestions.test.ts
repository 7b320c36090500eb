import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
import { recordSearch } from '#contract/search/search-report.ts'
import { createSynonym, deleteSynonym } from '#contract/search/search-words.ts'
import { getSynonymSuggestions, updateSynonymSuggestion } from '#contract/search/synonym-suggestion.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { staffWith, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)

let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})
beforeEach(async () => {
  await db.deleteFrom('search_visit').execute()
  await db.deleteFrom('synonym_suggestion').execute()
})

const list = async () => (await staff.send(getSynonymSuggestions)).answer
const pairs = async () =>
  (await list()).data.map(({ failed, worked, shoppers }) => [failed, worked, shoppers])
const stored = () => db.selectFrom('synonym_suggestion').select(['failed', 'worked', 'shoppers']).execute()

/** Searches for one text after the other, and opens a result of the last one. */
async function rephrase(who: Client, ...texts: string[]) {
  for (const q of texts) await who.send(recordSearch, { q })
  await who.send(recordSearch, { q: texts.at(-1), productid: goods.mug })
}

test('three shoppers who replace a word and open a result suggest a synonym', async () => {
  const first = stranger(app)
  await rephrase(first, 'tankard', 'mug')
  await rephrase(first, 'tankard', 'mug')
  await rephrase(first, 'stoneware tankard', 'stoneware mug')
  await rephrase(stranger(app), 'my tankard', 'my mug')
  expect(await stored()).toEqual([{ failed: 'tankard', worked: 'mug', shoppers: 2 }])
  expect(await pairs()).toEqual([])
  await rephrase(stranger(app), 'tankard', 'zzz', 'mug')
  expect(await list()).toMatchObject({
    data: [{ failed: 'tankard', worked: 'mug', shoppers: 3, foundNothing: true }],
    total: 1,
  })
})

test('no suggestion comes of a refinement, of staff, of a late search, or of a search with a click', async () => {
  await rephrase(stranger(app), 'mug', 'stoneware mug')
  await rephrase(staff, 'tankard', 'mug')
  const late = stranger(app)
  await late.send(recordSearch, { q: 'tankard' })
  await sql`update search_visit set searched_at = now() - interval '11 minutes' where q = 'tankard'`.execute(
    db,
  )
  await rephrase(late, 'mug')
  const satisfied = stranger(app)
  await rephrase(satisfied, 'lamp')
  await rephrase(satisfied, 'mug')
  // Nothing was found, so the opened product is no result.
  const elsewhere = stranger(app)
  await rephrase(elsewhere, 'tankard', 'zzz')
  expect(await stored()).toEqual([])
})

async function suggested(failed = 'tankard') {
  for (let n = 0; n < 3; n++) await rephrase(stranger(app), failed, 'mug')
  const [suggestion] = (await list()).data
  return suggestion?.id ?? 0
}

async function undoLatest(subject: string) {
  const { id: entry } = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return staff.send(undoAudit, { entry })
}

test('a suggestion disappears when it is added, and returns with the deletion of the synonyms', async () => {
  await suggested()
  const words = ['Tankard', 'mug', 'stein']
  const { answer } = await staff.send(createSynonym, { words })
  expect(await pairs()).toEqual([])
  await staff.send(deleteSynonym, { id: answer.data.id })
  expect(await pairs()).toEqual([['tankard', 'mug', 3]])
})

test('a suggestion is dismissed for good, unless that is undone', async () => {
  const id = await suggested()
  expect((await staff.send(updateSynonymSuggestion, { id, dismissed: true })).message).toBe(
    'Suggestion dismissed',
  )
  await rephrase(stranger(app), 'tankard', 'mug')
  expect(await pairs()).toEqual([])
  expect((await undoLatest('synonym_suggestion')).status).toBe(200)
  expect(await pairs()).toEqual([['tankard', 'mug', 4]])
})

test('suggestions belong to their shop and need the permission', async () => {
  await sql`insert into synonym_suggestion (config_id, id, failed, worked, shoppers, found_nothing)
    values (2, 55, 'tankard', 'mug', 9, true)`.execute(db)
  expect(await list()).toEqual(expect.objectContaining({ data: [], total: 0 }))
  expect((await staff.send(updateSynonymSuggestion, { id: 55, dismissed: true })).status).toBe(404)
  const { browser } = await staffWith(db, app, ['settings'])
  expect((await browser.send(getSynonymSuggestions)).status).toBe(403)
  expect((await browser.send(updateSynonymSuggestion, { id: 55, dismissed: true })).status).toBe(403)
})

test('suggestions that nobody repeats are deleted after 90 days', async () => {
  await suggested()
  const clean = () =>
    runHousekeeping(db, openUploadsFolder('/none'), { info() {}, warn() {} } as never).catch(() => undefined)
  await sql`update synonym_suggestion set last_on = current_date - 90`.execute(db)
  await clean()
  expect(await stored()).toHaveLength(1)
  await sql`update synonym_suggestion set last_on = current_date - 91`.execute(db)
  await clean()
  expect(await stored()).toEqual([])
})
