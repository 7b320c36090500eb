import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cuttable } from '#test/harness/cuttable.ts'
import { testDatabase } from '#test/harness/database.ts'
import { watchCatalogue, type CatalogueVersion } from './catalogue-version.ts'

const { db, url, drop } = await testDatabase()
const way = await cuttable()
let version: CatalogueVersion

beforeAll(async () => {
  version = await watchCatalogue(way.through(url), pino({ level: 'silent' }))
  await db.insertInto('shop').values({ config_id: 2, name: 'Second' }).execute()
  await db.insertInto('category').values({ config_id: 1, id: 1, name: 'Cups', slug: 'cups' }).execute()
  const product = { config_id: 1, id: 7, category_id: 1, name: 'Mug', slug: 'mug' }
  await db.insertInto('product').values(product).execute()
})
afterEach(async () => {
  way.mend()
  await vi.waitUntil(() => version.reachable(), { timeout: 10_000 })
})
afterAll(async () => {
  await version.close()
  await way.close()
  await drop()
})

const rename = (configId: number, name: string) =>
  db.updateTable('shop').set({ name }).where('config_id', '=', configId).execute()

describe('the version of the catalogue', () => {
  it('is that of every commit before sync', async () => {
    for (let round = 0; round < 20; round++) {
      await version.sync()
      const tick = version.now()
      await rename(1, `Round ${round}`)
      await version.sync()
      expect(version.since(tick, 1, [])).toBe(true)
      expect(version.since(tick, 2, [])).toBe(false)
    }
  })

  it('tells a product from its shop', async () => {
    await version.sync()
    const tick = version.now()
    const shopTick = version.lastShopChange()
    await db
      .insertInto('comment')
      .values({ config_id: 1, product_id: 7, author_name: 'A', body: 'Good' })
      .execute()
    await version.sync()
    expect(version.since(tick, 1, [7])).toBe(true)
    expect(version.since(tick, 1, [8])).toBe(false)
    expect(version.since(tick, 2, [7])).toBe(false)
    expect(version.since(tick, 1, [])).toBe(false)
    expect(version.lastShopChange()).toBe(shopTick)
  })

  it('does not count what was rolled back', async () => {
    await version.sync()
    const tick = version.now()
    const failing = db.transaction().execute(async (tx) => {
      await tx.updateTable('shop').set({ name: 'Never' }).where('config_id', '=', 1).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await version.sync()
    expect(version.since(tick, 1, [])).toBe(false)
  })
})

describe('when the listener is lost', () => {
  it('everything may have changed, at once and once more when it is back', async () => {
    const before = version.now()
    way.cut()
    await expect.poll(() => version.since(before, 2, [])).toBe(true)
    await expect.poll(() => version.reachable()).toBe(false)
    expect(version.now()).toBeGreaterThan(before)
    // Made while nobody listened, before a write that nobody heard of.
    const meanwhile = version.now()
    await rename(1, 'Unheard')
    expect(version.since(meanwhile, 1, [])).toBe(true)
    way.mend()
    await expect.poll(() => version.reachable()).toBe(true)
    expect(version.since(meanwhile, 1, [])).toBe(true)
    expect(version.since(version.now(), 1, [])).toBe(false)
  })

  it('in silence, sync does not wait for ever and trusts nothing', async () => {
    await expect.poll(() => version.since(version.now(), 1, [])).toBe(false)
    const tick = version.now()
    way.silence()
    await version.sync()
    expect(version.since(tick, 1, [])).toBe(true)
  })

  it('in silence, that is noticed without anyone asking', async () => {
    await expect.poll(() => version.since(version.now(), 1, [])).toBe(false)
    const tick = version.now()
    way.silence()
    await expect.poll(() => version.since(tick, 1, [])).toBe(true)
  })
})
