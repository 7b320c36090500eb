import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRedirect, deleteRedirect, getRedirects } from '#contract/redirects/redirect.ts'
import { addImportRedirects, emptyImport, getImportRedirects } from '#contract/imports/import.ts'
import { testApp } from '#test/harness/app/app.ts'
import { smallPages } from '#test/harness/app/small-pages.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const build = smallPages({ mugs: () => Promise.resolve({}) })
const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' }, build })
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await stop()
})

const offered = async (id: number) => (await staff.send(getImportRedirects, { id })).answer.data
const add = async (id: number) => (await staff.send(addImportRedirects, { id })).answer.data.added
const all = async () =>
  new Map(
    (await staff.send(getRedirects, { limit: 100 })).answer.data.map(
      ({ from, to }: { from: string; to: string }) => [from, to] as const,
    ),
  )
const visit = async (path: string) => (await app.inject({ url: path })).headers.location
const page = (recordId: string | null | undefined) => `/product-details/${recordId}`

test('old addresses of Shopify lead to their products, until the import is undone', async () => {
  const file = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
    'Blue-Tee,Tee,Size,S,T-S,5',
    'Blue-Tee,,,M,T-M,5',
    'हल्दी,Turmeric,,,H,5',
    'taken,Taken,,,K,5',
    'bad,,,,,soon',
  ].join('\n')
  const checked = await products.check(file)
  expect(await offered(checked.id)).toEqual({ count: 0, example: null })
  expect(await staff.send(addImportRedirects, { id: checked.id })).toMatchObject({ status: 409 })
  await staff.send(createRedirect, { from: '/products/taken', to: '/mugs' })
  const before = await all()
  const done = await products.apply(checked)
  const [tee, turmeric] = await products.rows(done)
  expect(await offered(done.id)).toEqual({
    count: 2,
    example: {
      from: '/products/%E0%A4%B9%E0%A4%B2%E0%A5%8D%E0%A4%A6%E0%A5%80',
      to: page(turmeric?.recordid),
    },
  })
  expect([await add(done.id), await add(done.id)]).toEqual([2, 0])
  expect(await offered(done.id)).toMatchObject({ count: 0 })
  await expect.poll(() => visit('/products/Blue-Tee?variant=1')).toBe(page(tee?.recordid))
  expect(await visit('/collections/summer-2024/products/Blue-Tee')).toBe(page(tee?.recordid))
  expect(await visit('/collections/summer-2024/products/other')).toBeUndefined()
  expect(await visit('/products/%e0%a4%b9%e0%a4%b2%e0%a5%8d%e0%a4%a6%e0%a5%80')).toBe(
    page(turmeric?.recordid),
  )
  expect(await visit('/products/taken')).toBe('/mugs')
  expect(await products.undo(done)).toMatchObject({ step: 'undone', error: null })
  expect(await all()).toEqual(before)
})

test('of a product that is in the shop already, too', async () => {
  const file = 'Handle,Title,Option1 Value,Variant SKU,Variant Price\njug,Jug,,J,5\n'
  await products.apply(await products.check(file))
  const next = await products.apply(await products.check(`${file}pan,Pan,,P,5\n`))
  expect(await add(next.id)).toBe(2)
  // Somebody removes one, and nothing stands in the way of the undo.
  const { data } = (await staff.send(getRedirects, { q: '/products/jug' })).answer
  await staff.send(deleteRedirect, { id: data[0]?.id ?? 0 })
  expect(await products.undo(next)).toMatchObject({ step: 'undone' })
  expect((await all()).has('/products/pan')).toBe(false)
})

const paths: [string, string, string[]][] = [
  ['a slug', 'SKU,Type,Name,Slug,Regular price\nA,simple,A Bag,Bag_1,5', ['/product/Bag_1']],
  [
    'a name as WordPress writes it',
    'SKU,Type,Name,Regular price\nB,simple,"Men’s Crème-Brûlée & Co. 2,5 × 3 / V1.5",5',
    ['/product/mens-creme-brulee-co-25-x-3-v1-5'],
  ],
  [
    'German letters, either way',
    'SKU,Type,Name,Regular price\nC,simple,Größe Öl,5',
    ['/product/groesse-oel', '/product/grosse-ol'],
  ],
  [
    'another script',
    'SKU,Type,Name,Regular price\nD,simple,हल्दी पाउडर,5',
    [`/product/${encodeURIComponent('हल्दी-पाउडर')}`],
  ],
  ['names that several products have', 'SKU,Type,Name,Regular price\nE,simple,Cup,5\nF,simple,Cup,5', []],
  [
    'Magento',
    'sku,product_type,attribute_set_code,name,url_key,price\nG,simple,Default,Pot,big-pot,5',
    ['/big-pot.html'],
  ],
  ['a file of this shop', 'Handle,Name,SKU,Price\nlid,Lid,L,5', []],
]

test.each(paths)('old paths of %s', async (_name, file, expected) => {
  const done = await products.apply(await products.check(file))
  const before = await all()
  expect(await add(done.id)).toBe(expected.length)
  expect([...(await all()).keys()].filter((from) => !before.has(from)).toSorted()).toEqual(expected)
})

test('needs both permissions, and the rows of the import', async () => {
  const file = 'Handle,Title,Option1 Value,Variant SKU,Variant Price\nrug,Rug,,R,5\n'
  const { id } = await products.apply(await products.check(file))
  for (const permission of ['content', 'catalog'] as const) {
    const { browser } = await staffWith(db, app, [permission])
    const sent = await browser.send(addImportRedirects, { id })
    expect([permission, sent.status]).toEqual([permission, 403])
  }
  expect(await staff.send(emptyImport, { id })).toMatchObject({ status: 200 })
  expect(await offered(id)).toMatchObject({ count: 0 })
  expect(await staff.send(addImportRedirects, { id })).toMatchObject({ status: 409 })
})
