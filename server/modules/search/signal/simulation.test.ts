import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSearchRule, deleteSearchRule } from '#contract/search/search-words.ts'
import { getSearchSignals, resetSearchSignal } from '#contract/search/search-signal.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import type { Client } from '#test/harness/people/client.ts'
import { searchProducts } from '../index.ts'
import { noteClick, noteSearch } from './visit.writes.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

/** How much shoppers want each product. The search alone cannot tell them apart and shows the best one seventh. */
const wanted = [0.05, 0.6, 0.1, 0.2, 0.05, 0.1, 0.05, 0.1]
const products = new Map<number, number>()
let best = 0
let staff: Client
beforeAll(async () => {
  const goods = await makeGoods(db)
  for (const [n, want] of wanted.entries()) {
    const id = await goods.add(`Kettle ${'abcdefgh'[n]}`, { variants: [{ price: 100, stock: 1 }] })
    products.set(id, want)
    if (want === Math.max(...wanted)) best = id
  }
  staff = (await staffWith(db, app, ['marketing'])).browser
})
beforeEach(async () => {
  await db.deleteFrom('search_visit').execute()
  await db.deleteFrom('search_signal').execute()
})

const q = 'kettle'
const results = async () => (await searchProducts(db, 1, q)).ids
const place = async () => (await results()).indexOf(best) + 1

/** The same sequence in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const week = '2026-11-23'
const shopperOf = (name: string) => ({
  week,
  hash: createHash('sha256').update(name).digest().subarray(0, 16),
})

/**
 * Shoppers who look at position k with the probability k^-0.8, steeper than the ranking assumes, open what they want, and in one
 * of twenty cases anything else.
 */
async function simulate(count: number, seed: number) {
  const random = randomFrom(seed)
  for (let n = 0; n < count; n++) {
    const visit = { shopId: 1, shopper: shopperOf(`${seed} ${n}`), q }
    const shown = await results()
    await noteSearch(db, visit, shown.length)
    for (const [index, productId] of shown.entries()) {
      const position = index + 1
      const opens = Math.max(0.05, products.get(productId) ?? 0)
      if (random() < position ** -0.8 && random() < opens)
        await noteClick(db, { ...visit, productId, position })
    }
  }
}

function ndcg(ids: readonly number[]): number {
  const sum = (gains: readonly number[]) =>
    gains.reduce((total, gain, index) => total + gain / Math.log2(index + 2), 0)
  return sum(ids.map((id) => products.get(id) ?? 0)) / sum(wanted.toSorted((a, b) => b - a))
}

test('clicks of many shoppers raise the better product in spite of its place, and fade, and are reset', async () => {
  const before = ndcg(await results())
  expect(await place()).toBe(7)
  await simulate(150, 7)
  const after = ndcg(await results())
  expect(await place()).toBe(1)
  expect(before).toBeLessThan(0.65)
  expect(after).toBeGreaterThan(0.95)

  const { answer } = await staff.send(getSearchSignals)
  expect(answer).toMatchObject({ total: 1, learns: true })
  const [signal] = answer.data
  expect(signal?.q).toBe(q)
  expect(signal?.products[0]).toMatchObject({ id: best, placeFromTen: 1 })

  await sql`update search_signal_product set counted_on = counted_on - 180`.execute(db)
  expect(await place()).toBe(7)
  await sql`update search_signal_product set counted_on = counted_on + 180`.execute(db)
  expect(await place()).toBe(1)

  expect((await staff.send(resetSearchSignal, { id: signal?.id ?? 0 })).message).toBe(
    'Clicks and orders reset',
  )
  expect(await place()).toBe(7)
  expect((await staff.send(getSearchSignals)).answer.total).toBe(0)
})

test('one shopper changes nothing, however often they click', async () => {
  const before = await results()
  const visit = { shopId: 1, shopper: shopperOf('one'), q }
  await noteSearch(db, visit, 8)
  for (let n = 0; n < 1000; n++) await noteClick(db, { ...visit, productId: best, position: 7 })
  expect(await results()).toEqual(before)
  const others = ['two', 'three'].map((name) => ({ ...visit, shopper: shopperOf(name) }))
  for (const other of others) await noteSearch(db, other, 8)
  await noteClick(db, { ...others[0]!, productId: best, position: 7 })
  expect(await results()).toEqual(before)
  await noteClick(db, { ...others[1]!, productId: best, position: 7 })
  expect(await results()).not.toEqual(before)
  expect(await db.selectFrom('search_signal_product').select(['product_id', 'shoppers']).execute()).toEqual([
    { product_id: best, shoppers: 3 },
  ])
})

test('the signal passes neither pinned products nor an exact name, and adds no product', async () => {
  await simulate(150, 11)
  const [first, ...others] = (await results()).toReversed()
  const rule = { q, pinned: [first], hidden: [best] } as { q: string; pinned: number[]; hidden: number[] }
  const { answer } = await staff.send(createSearchRule, rule)
  expect((await results())[0]).toBe(first)
  expect(await results()).not.toContain(best)
  expect(new Set(await results())).toEqual(new Set([first, ...others].filter((id) => id !== best)))
  await staff.send(deleteSearchRule, { id: answer.data.id })

  const named = 'kettle a'
  const rows = await db.selectFrom('search_signal').select('id').executeTakeFirstOrThrow()
  await db.updateTable('search_signal').set({ q: named }).where('id', '=', rows.id).execute()
  const [a] = [...products.keys()]
  const { ids } = await searchProducts(db, 1, named)
  expect(ids.slice(0, 2)).toEqual([a, best])
  expect(new Set(ids).size).toBe(ids.length)
  expect((await searchProducts(db, 1, 'mug')).ids).not.toContain(best)
})
