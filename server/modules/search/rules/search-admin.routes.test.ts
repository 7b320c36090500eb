import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoAudit } from '#contract/audit/audit.ts'
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
import { auditLogOf, staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})

const synonyms = async (q = '') => (await staff.send(getSynonyms, { q })).answer
const rules = async (q = '') => (await staff.send(getSearchRules, { q })).answer

const addSynonym = async (...words: string[]) => (await staff.send(createSynonym, { words })).answer.data.id
const addRule = async (q: string, input: object) =>
  (await staff.send(createSearchRule, { q, ...input })).answer.data.id

/** Undoes the latest change of a record. */
async function undoLatest(subject: string, id: number) {
  const { id: entry } = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return staff.send(undoAudit, { entry })
}

describe('synonyms', () => {
  test('of common goods are there from the start, in new shops too, and are deleted like others', async () => {
    const { data, total } = await synonyms('sofa')
    expect(data).toMatchObject([{ words: ['sofa', 'couch', 'settee'] }])
    expect(total).toBe(1)
    const other = 77
    await db.insertInto('shop').values({ config_id: other, name: 'Other' }).execute()
    const countOf = async (shop: number) =>
      (await db.selectFrom('search_synonym').select('id').where('config_id', '=', shop).execute()).length
    expect(await countOf(other)).toBe(await countOf(1))
    // Groups of the staff precede them.
    const ownId = await addSynonym('Zinnia', 'zzinia')
    expect((await synonyms()).data[0]).toMatchObject({ id: ownId })
    // The other tests begin without them.
    for (;;) {
      const page = (await synonyms()).data
      if (page.length === 0) break
      for (const { id } of page) expect((await staff.send(deleteSynonym, { id })).status).toBe(200)
    }
    expect(await countOf(1)).toBe(0)
    expect(await countOf(other)).toBeGreaterThan(50)
  })

  test('are added, found by a part of a word, changed and deleted', async () => {
    const id = await addSynonym(' Sofa ', 'couch', 'COUCH', 'three  seater')
    const [added] = (await synonyms('SEAT')).data
    expect(added).toMatchObject({ id, words: ['Sofa', 'COUCH', 'three seater'] })
    expect((await staff.send(getSynonym, { id })).answer.data).toEqual(added)
    const change = { id, words: ['sofa', 'settee'], version: added?.version }
    expect((await staff.send(updateSynonym, change)).message).toBe('Synonyms saved')
    expect(await staff.send(updateSynonym, change)).toMatchObject({ status: 409, code: 'version_conflict' })
    expect((await synonyms()).data).toMatchObject([{ words: ['sofa', 'settee'] }])
    expect((await staff.send(deleteSynonym, { id })).status).toBe(200)
    expect(await synonyms()).toMatchObject({ data: [], total: 0 })
    expect((await staff.send(deleteSynonym, { id })).status).toBe(404)
    expect((await staff.send(updateSynonym, change)).status).toBe(404)
    expect((await staff.send(getSynonym, { id })).status).toBe(404)
  })

  test('are restored by undo', async () => {
    const id = await addSynonym('lamp', 'light')
    await staff.send(updateSynonym, { id, words: ['lamp', 'torch'] })
    expect((await undoLatest('search_synonym', id)).status).toBe(200)
    expect((await synonyms('lamp')).data).toMatchObject([{ id, words: ['lamp', 'light'] }])
    await staff.send(deleteSynonym, { id })
    expect((await undoLatest('search_synonym', id)).status).toBe(200)
    expect((await synonyms('lamp')).data).toMatchObject([{ id, words: ['lamp', 'light'] }])
    expect((await auditLogOf(db, 'search_synonym', id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'undo',
      'delete',
      'undo',
    ])
  })

  test.each([
    [['one']],
    [['Café', 'cafe', 'CAFE!']],
    [['sofa', '???']],
    [['sofa', '  ']],
    [Array.from({ length: 21 }, (_, i) => `word ${i}`)],
    [['sofa', 'x'.repeat(101)]],
  ])('refuses %j', async (words) => {
    const { status, issues } = await staff.send(createSynonym, { words })
    expect([status, issues?.[0]?.path.split('.')[0]]).toEqual([400, 'words'])
  })
})

describe('a search rule', () => {
  test('applies to a text regardless of case, accents and punctuation', async () => {
    const id = await addRule('  Mügs & CUPS! ', { pinned: [goods.lamp, goods.mug, goods.lamp], hidden: [] })
    const [added] = (await rules('cups')).data
    expect(added).toMatchObject({
      id,
      q: 'mugs cups',
      pinned: [
        { id: goods.lamp, name: 'Lamp' },
        { id: goods.mug, name: 'Stoneware mug' },
      ],
      hidden: [],
    })
    expect((await staff.send(getSearchRule, { id })).answer.data).toEqual(added)
    const change = { id, pinned: [goods.mug], hidden: [goods.lamp], version: added?.version }
    expect((await staff.send(updateSearchRule, change)).message).toBe('Rule saved')
    expect(await staff.send(updateSearchRule, change)).toMatchObject({
      status: 409,
      code: 'version_conflict',
    })
    expect((await rules()).data).toMatchObject([{ q: 'mugs cups', hidden: [{ name: 'Lamp' }] }])
    const { data: before } = await rules()
    expect((await undoLatest('search_rule', id)).status).toBe(200)
    expect((await rules()).data).not.toEqual(before)
    expect((await rules()).data[0]?.hidden).toEqual([])
    expect((await staff.send(deleteSearchRule, { id })).status).toBe(200)
    expect((await rules()).total).toBe(0)
    expect((await undoLatest('search_rule', id)).status).toBe(200)
    expect((await rules()).data).toMatchObject([{ id, q: 'mugs cups' }])
    await staff.send(deleteSearchRule, { id })
    expect((await staff.send(deleteSearchRule, { id })).status).toBe(404)
    expect((await staff.send(getSearchRule, { id })).status).toBe(404)
  })

  test('exists once per text', async () => {
    const id = await addRule('lamp', { pinned: [goods.lamp] })
    const again = { q: 'LAMP!', pinned: [goods.mug] }
    expect(await staff.send(createSearchRule, again)).toMatchObject({ status: 409, issues: [{ path: 'q' }] })
    const other = await addRule('lamps', { hidden: [goods.lamp] })
    expect((await staff.send(updateSearchRule, { id: other, q: 'lamp' })).status).toBe(409)
    for (const one of [id, other]) await staff.send(deleteSearchRule, { id: one })
  })

  test.each([
    ['no products', {}, 'pinned'],
    ['an unknown product', { pinned: [999_999] }, 'pinned'],
    ['a product both pinned and hidden', { pinned: [1], hidden: [1] }, 'hidden'],
    ['too many products', { pinned: Array.from({ length: 21 }, () => 1) }, 'pinned'],
    ['an empty text', { q: '!?', pinned: [1] }, 'q'],
  ] satisfies [string, { q?: string; pinned?: number[]; hidden?: number[] }, string][])(
    'is refused with %s',
    async (_, input, path) => {
      const sent = await staff.send(createSearchRule, { q: 'mug', ...input })
      expect(sent).toMatchObject({ status: 400, issues: [{ path }] })
    },
  )

  test('refuses a product of another shop', async () => {
    const sent = { q: 'foreign', hidden: [goods.foreign] }
    expect((await staff.send(createSearchRule, sent)).status).toBe(400)
  })
})
