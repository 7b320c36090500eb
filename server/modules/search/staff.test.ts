import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revertAudit } from '#contract/audit.ts'
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
import { journalOf, staffWith } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import type { Person } from '#test/harness/person.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

let goods: Goods
let staff: Person
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['marketing'])).browser
})

const synonyms = async (q = '') => (await staff.send(getSynonyms, { q })).answer
const rules = async (q = '') => (await staff.send(getSearchRules, { q })).answer

const addSynonym = async (...words: string[]) => (await staff.send(createSynonym, { words })).answer.data.id
const addRule = async (q: string, input: object) =>
  (await staff.send(createSearchRule, { q, ...input })).answer.data.id

/** Takes back the latest change of a record. */
async function takeBack(subject: string, id: number) {
  const { id: entry } = await db
    .selectFrom('journal')
    .select('id')
    .where('subject', '=', subject)
    .where('subject_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return staff.send(revertAudit, { entry })
}

describe('words that mean the same', () => {
  test('are added, found by a part of one of them, changed and deleted', async () => {
    const id = await addSynonym(' Sofa ', 'couch', 'COUCH', 'three  seater')
    const [added] = (await synonyms('SEAT')).data
    expect(added).toMatchObject({ id, words: ['Sofa', 'COUCH', 'three seater'] })
    const change = { id, words: ['sofa', 'settee'], version: added?.version }
    expect((await staff.send(updateSynonym, change)).message).toBe('The synonyms are saved')
    expect(await staff.send(updateSynonym, change)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect((await synonyms()).data).toMatchObject([{ words: ['sofa', 'settee'] }])
    expect((await staff.send(deleteSynonym, { id })).status).toBe(200)
    expect(await synonyms()).toMatchObject({ data: [], total: 0 })
    expect((await staff.send(deleteSynonym, { id })).status).toBe(404)
    expect((await staff.send(updateSynonym, change)).status).toBe(404)
  })

  test('come back as they were', async () => {
    const id = await addSynonym('lamp', 'light')
    await staff.send(updateSynonym, { id, words: ['lamp', 'torch'] })
    expect((await takeBack('search_synonym', id)).status).toBe(200)
    expect((await synonyms('lamp')).data).toMatchObject([{ id, words: ['lamp', 'light'] }])
    await staff.send(deleteSynonym, { id })
    expect((await takeBack('search_synonym', id)).status).toBe(200)
    expect((await synonyms('lamp')).data).toMatchObject([{ id, words: ['lamp', 'light'] }])
    expect((await journalOf(db, 'search_synonym', id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'revert',
      'delete',
      'revert',
    ])
  })

  test.each([
    [['one']],
    [['Café', 'cafe', 'CAFE!']],
    [['sofa', '???']],
    [['sofa', '  ']],
    [Array.from({ length: 21 }, (_, i) => `word ${i}`)],
    [['sofa', 'x'.repeat(101)]],
  ])('%j is refused', async (words) => {
    const { status, issues } = await staff.send(createSynonym, { words })
    expect([status, issues?.[0]?.path.split('.')[0]]).toEqual([400, 'words'])
  })
})

describe('what comes first, and what is hidden', () => {
  test('is said for a search text, whatever its case, accents and signs', async () => {
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
    const change = { id, pinned: [goods.mug], hidden: [goods.lamp], version: added?.version }
    expect((await staff.send(updateSearchRule, change)).message).toBe('The rule is saved')
    expect(await staff.send(updateSearchRule, change)).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    expect((await rules()).data).toMatchObject([{ q: 'mugs cups', hidden: [{ name: 'Lamp' }] }])
    const { data: before } = await rules()
    expect((await takeBack('search_rule', id)).status).toBe(200)
    expect((await rules()).data).not.toEqual(before)
    expect((await rules()).data[0]?.hidden).toEqual([])
    expect((await staff.send(deleteSearchRule, { id })).status).toBe(200)
    expect((await rules()).total).toBe(0)
    expect((await takeBack('search_rule', id)).status).toBe(200)
    expect((await rules()).data).toMatchObject([{ id, q: 'mugs cups' }])
    await staff.send(deleteSearchRule, { id })
    expect((await staff.send(deleteSearchRule, { id })).status).toBe(404)
  })

  test('is said once for each text', async () => {
    const id = await addRule('lamp', { pinned: [goods.lamp] })
    const again = { q: 'LAMP!', pinned: [goods.mug] }
    expect(await staff.send(createSearchRule, again)).toMatchObject({ status: 409, issues: [{ path: 'q' }] })
    const other = await addRule('lamps', { hidden: [goods.lamp] })
    expect((await staff.send(updateSearchRule, { id: other, q: 'lamp' })).status).toBe(409)
    for (const one of [id, other]) await staff.send(deleteSearchRule, { id: one })
  })

  test.each([
    ['nothing is chosen', {}, 'pinned'],
    ['it is not there', { pinned: [999_999] }, 'pinned'],
    ['it is first and hidden', { pinned: [1], hidden: [1] }, 'hidden'],
    ['there are too many', { pinned: Array.from({ length: 21 }, () => 1) }, 'pinned'],
    ['there is no text', { q: '!?', pinned: [1] }, 'q'],
  ] satisfies [string, { q?: string; pinned?: number[]; hidden?: number[] }, string][])(
    'is refused where %s',
    async (_, input, path) => {
      const sent = await staff.send(createSearchRule, { q: 'mug', ...input })
      expect(sent).toMatchObject({ status: 400, issues: [{ path }] })
    },
  )

  test('cannot be a product of another shop', async () => {
    const sent = { q: 'foreign', hidden: [goods.foreign] }
    expect((await staff.send(createSearchRule, sent)).status).toBe(400)
  })
})
