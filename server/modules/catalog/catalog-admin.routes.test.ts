import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createBanner,
  deleteBanner,
  getAdminBanner,
  getAdminBanners,
  orderBanners,
  updateBanner,
} from '#contract/catalog/admin/banner.ts'
import {
  createCollection,
  deleteCollection,
  getAdminCollection,
  getAdminCollections,
  previewCollection,
  updateCollection,
} from '#contract/catalog/admin/collection.ts'
import { getBanners } from '#contract/catalog/banner.ts'
import { getProducts } from '#contract/catalog/product.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods } from '#test/harness/data/goods.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const { browser: admin } = await newcomer(db, app, { role_id: 1 })
const goods = await makeGoods(db)
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#96401f' } })
  .png()
  .toBuffer()
const addBanner = (fields: Record<string, string>) => admin.upload(createBanner, fields, { bannerimage: png })
const listed = async () => (await admin.send(getAdminBanners)).answer.data
const seen = async () => (await admin.send(getBanners)).answer.data.map(({ title }) => title)

describe('banners', () => {
  test('have texts, a link and a display period', async () => {
    expect(await admin.send(createBanner, {})).toMatchObject({ message: 'Please upload an image!' })
    const { answer } = await addBanner({ title: 'Always' })
    expect(answer.bannerimage).toBe(answer.data.bannerimage)
    await addBanner({ title: 'Later', shownFrom: '2100-01-01T00:00:00+05:30', link: '/products' })
    await addBanner({ title: 'Over', shownUntil: '2020-01-01T00:00:00Z', shownFrom: '' })
    expect(await listed()).toMatchObject([
      { title: 'Always', state: 'shown', link: null, shownFrom: null },
      { title: 'Later', state: 'planned', link: '/products', shownFrom: '2099-12-31T18:30:00.000Z' },
      { title: 'Over', state: 'over', shownUntil: '2020-01-01T00:00:00.000Z' },
    ])
    expect((await admin.send(getAdminBanners)).answer.timeZone).toBe('Asia/Kolkata')
    await expect.poll(seen).toEqual(['Always'])
  })

  test('are updated field by field, and invalid values are refused', async () => {
    const [, later] = await listed()
    const { id, version } = later!
    expect((await admin.send(getAdminBanner, { id })).answer).toMatchObject({
      data: later,
      timeZone: 'Asia/Kolkata',
    })
    expect((await admin.send(getAdminBanner, { id: 999_999 })).status).toBe(404)
    const change = (input: object) => admin.send(updateBanner, { id, ...input })
    expect((await change({ subtitle: 'Soon', version })).status).toBe(200)
    expect((await change({ subtitle: 'Late', version })).code).toBe('version_conflict')
    expect((await listed())[1]).toMatchObject({ title: 'Later', subtitle: 'Soon', link: '/products' })
    for (const bad of [
      { link: 'https://example.org' },
      { link: '//example.org' },
      { link: 'javascript:alert(1)' },
      { shownUntil: '2000-01-01T00:00:00Z' },
      { shownFrom: 'tomorrow' },
      { shownFrom: 1 },
      { title: 'x'.repeat(201) },
      { title: null },
      { image: 'a.webp' },
      { version: 'x' },
    ])
      expect((await change(bad)).status, JSON.stringify(bad)).toBe(400)
    expect((await change({ shownFrom: null, link: '' })).status).toBe(200)
    expect((await listed())[1]).toMatchObject({ state: 'shown', link: null })
    await expect.poll(seen).toEqual(['Always', 'Later'])
  })

  test('are reordered in one audit log job', async () => {
    const [first, second, third] = (await listed()).map(({ id }) => id)
    expect((await admin.send(orderBanners, { ids: [third, second, first] })).status).toBe(200)
    await expect.poll(seen).toEqual(['Later', 'Always'])
    const jobs = await db
      .selectFrom('audit_entry')
      .select(['job', 'before', 'after'])
      .where('subject', '=', 'banner')
      .where('job', 'is not', null)
      .execute()
    expect(new Set(jobs.map(({ job }) => job)).size).toBe(1)
    expect(jobs.map(({ before, after }) => [before, after])).toEqual([
      [{ position: 2 }, { position: 0 }],
      [{ position: 0 }, { position: 2 }],
    ])
    for (const ids of [[], [first, first], [999_999], ['x'], 'x', null])
      expect((await admin.send(orderBanners, { ids })).status, JSON.stringify(ids)).toBeGreaterThan(399)
    const outcomes = await Promise.all(
      [
        [first, second],
        [second, third],
        [third, first],
      ].map((ids) => admin.send(orderBanners, { ids })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await listed()).map(({ position }) => position)).toEqual([0, 1, 2])
    expect((await admin.send(deleteBanner, { id: second })).status).toBe(200)
    expect((await admin.send(deleteBanner, { id: second })).status).toBe(404)
  })
})

describe('collections', () => {
  test('with hand-picked products keep their order and tell which products are visible', async () => {
    const fields = { name: 'Gifts', productIds: JSON.stringify([goods.lamp, goods.draft, goods.mug]) }
    const { answer } = await admin.upload(createCollection, fields, { image: png })
    const { id } = answer.data
    const { data } = (await admin.send(getAdminCollection, { id })).answer
    expect(data).toMatchObject({ name: 'Gifts', slug: 'gifts', rule: null, image: { width: 40 } })
    expect(data.products.map(({ name, seen: isSeen }) => [name, isSeen])).toEqual([
      ['Lamp', true],
      ['Draft', false],
      ['Stoneware mug', true],
    ])
    expect((await admin.send(getAdminCollections)).answer.data).toMatchObject([
      { byRule: false, products: 2 },
    ])
    const change = (input: object) => admin.send(updateCollection, { id, ...input })
    expect((await change({ productIds: [goods.foreign] })).status).toBe(404)
    expect((await change({ rule: { colour: 'Red' } })).status).toBe(400)
    expect((await change({ rule: 'not json' })).status).toBe(400)
    expect((await change({ image: null, version: data.version })).status).toBe(200)
    expect((await change({ name: 'Late', version: data.version })).code).toBe('version_conflict')
    expect((await admin.send(getAdminCollection, { id })).answer.data).toMatchObject({
      image: null,
      products: [{ id: goods.lamp }, { id: goods.draft }, { id: goods.mug }],
    })
    expect((await admin.send(deleteCollection, { id })).status).toBe(200)
    expect((await admin.send(getAdminCollection, { id })).status).toBe(404)
  })

  test('by rule contain the products of the preview', async () => {
    const rule = { onsale: true, maxprice: 450 }
    const preview = async (wanted: object) => {
      const { data, total } = (await admin.send(previewCollection, { rule: wanted })).answer
      return { names: data.map(({ productname }) => productname), total }
    }
    expect(await preview(rule)).toEqual({ names: ['Stoneware mug'], total: 1 })
    expect(await preview({ onsale: true, maxprice: 449.99 })).toEqual({ names: [], total: 0 })
    expect((await preview({})).total).toBe(2)
    expect((await admin.send(previewCollection, { rule: { page: 1 } })).status).toBe(400)
    const { id } = (await admin.send(createCollection, { name: 'Sale', rule })).answer.data
    const { response } = (await admin.send(getProducts, { collectionid: id })).answer
    expect(response.map((product) => product.id)).toEqual([goods.mug])
    expect((await admin.send(getAdminCollections)).answer.data).toMatchObject([{ byRule: true, products: 1 }])
  })
})
