import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cuttable } from '#test/harness/app/cuttable-proxy.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { watchCatalogVersion, type CatalogVersion } from './catalog-version.ts'

const { db, url, drop } = await testDatabase()
const proxy = await cuttable()
let version: CatalogVersion

beforeAll(async () => {
  version = await watchCatalogVersion(proxy.through(url), pino({ level: 'silent' }))
  await db.insertInto('shop').values({ config_id: 2, name: 'Second' }).execute()
  await db.insertInto('category').values({ config_id: 1, id: 1, name: 'Cups', slug: 'cups' }).execute()
  const product = { config_id: 1, id: 7, category_id: 1, name: 'Mug', slug: 'mug' }
  await db.insertInto('product').values(product).execute()
})
afterEach(async () => {
  proxy.mend()
  await vi.waitUntil(() => version.reachable(), { timeout: 10_000 })
})
afterAll(async () => {
  await version.close()
  await proxy.close()
  await drop()
})

const rename = (shopId: number, name: string) =>
  db.updateTable('shop').set({ name }).where('config_id', '=', shopId).execute()

describe('the catalog version', () => {
  it('covers every commit before sync', async () => {
    for (let round = 0; round < 20; round++) {
      await version.sync()
      const before = version.current()
      await rename(1, `Round ${round}`)
      await version.sync()
      expect(version.changedSince(before, 1, [])).toBe(true)
      expect(version.changedSince(before, 2, [])).toBe(false)
    }
  })

  it('tells changes of a product from changes of its shop', async () => {
    await version.sync()
    const before = version.current()
    const shopVersion = version.lastShopChange()
    await db
      .insertInto('comment')
      .values({ config_id: 1, product_id: 7, author_name: 'A', body: 'Good' })
      .execute()
    await version.sync()
    expect(version.changedSince(before, 1, [7])).toBe(true)
    expect(version.changedSince(before, 1, [8])).toBe(false)
    expect(version.changedSince(before, 2, [7])).toBe(false)
    expect(version.changedSince(before, 1, [])).toBe(false)
    expect(version.lastShopChange()).toBe(shopVersion)
  })

  it('does not count a rolled back change', async () => {
    await version.sync()
    const before = version.current()
    const failing = db.transaction().execute(async (tx) => {
      await tx.updateTable('shop').set({ name: 'Never' }).where('config_id', '=', 1).execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await version.sync()
    expect(version.changedSince(before, 1, [])).toBe(false)
  })
})

describe('a lost listener', () => {
  it('marks everything as changed, at once and again after reconnecting', async () => {
    const before = version.current()
    proxy.cut()
    await expect.poll(() => version.changedSince(before, 2, [])).toBe(true)
    await expect.poll(() => version.reachable()).toBe(false)
    expect(version.current()).toBeGreaterThan(before)
    // Something built without a listener, before a write without a notification.
    const during = version.current()
    await rename(1, 'Unheard')
    expect(version.changedSince(during, 1, [])).toBe(true)
    proxy.mend()
    await expect.poll(() => version.reachable()).toBe(true)
    expect(version.changedSince(during, 1, [])).toBe(true)
    expect(version.changedSince(version.current(), 1, [])).toBe(false)
  })

  it('that is silent: sync times out and marks everything as changed', async () => {
    await expect.poll(() => version.changedSince(version.current(), 1, [])).toBe(false)
    const before = version.current()
    proxy.silence()
    await version.sync()
    expect(version.changedSince(before, 1, [])).toBe(true)
  })

  it('that is silent is noticed by the heartbeat', async () => {
    await expect.poll(() => version.changedSince(version.current(), 1, [])).toBe(false)
    const before = version.current()
    proxy.silence()
    await expect.poll(() => version.changedSince(before, 1, [])).toBe(true)
  })
})
