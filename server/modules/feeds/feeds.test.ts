import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import sax from 'sax'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteProduct } from '#server/modules/catalog/index.ts'
import { updateSettings } from '#server/modules/settings/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
const hostile = 'Cup ]]> "x" <b>&amp;\u0007\uFFFE ,;\t\'é'

beforeAll(async () => {
  goods = await makeGoods(db)
  await db.insertInto('shop_host').values({ config_id: 1, host: 'shop.example' }).execute()
})

const read = async (url: string, host = 'shop.example') => {
  const { statusCode, body, headers } = await app.inject({ url, headers: { host } })
  expect(statusCode, body).toBe(200)
  return { body, type: headers['content-type'], headers }
}

type Item = Record<string, string[]>

/** The items of the Google feed, each with the values by element. */
async function googleItems(host?: string): Promise<Item[]> {
  const { body, type } = await read('/feeds/google.xml', host)
  expect(type).toBe('application/xml; charset=utf-8')
  const items: Item[] = []
  const parser = sax.parser(true, { xmlns: true })
  let text = ''
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name }) => {
    text = ''
    if (name === 'item') items.push({})
  }
  parser.ontext = (part) => (text += part)
  parser.onclosetag = (name) => {
    const item = items.at(-1)
    if (item && name.startsWith('g:')) (item[name.slice(2)] ??= []).push(text)
  }
  parser.write(body).close()
  return items
}

async function metaItems(): Promise<Record<string, string>[]> {
  const { body, type } = await read('/feeds/meta.csv')
  expect(type).toBe('text/csv; charset=utf-8')
  return parse(body, { columns: true })
}

async function openaiItems(): Promise<Record<string, unknown>[]> {
  const { body, type } = await read('/feeds/openai.jsonl')
  expect(type).toBe('application/jsonl; charset=utf-8')
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const google = async (id: number) => (await googleItems()).find((item) => item['id']?.[0] === `v${id}`)

test('each live variant of the shop is an item of each feed', async () => {
  const [mug] = await variantsOf(db, goods.mug)
  const ids = [...goods.lampVariants, mug].map((id) => `v${id}`)
  expect((await googleItems()).map((item) => item['id']?.[0])).toEqual(ids)
  expect((await metaItems()).map((item) => item['id'])).toEqual(ids)
  expect((await openaiItems()).map((item) => item['item_id'])).toEqual(ids)
  expect(await googleItems('other.example')).toHaveLength(1)
})

test('Google gets the prices, images and options of the page', async () => {
  const [sage, clay] = goods.lampVariants
  const [mug] = await variantsOf(db, goods.mug)
  expect(await google(sage)).toEqual({
    id: [`v${sage}`],
    title: ['Lamp, Sage, Small'],
    description: ['Lamp'],
    link: [`http://shop.example/product-details/${goods.lamp}?variant=${sage}`],
    image_link: ['http://shop.example/uploads/b.webp'],
    additional_image_link: ['http://shop.example/uploads/a.webp'],
    availability: ['in_stock'],
    price: ['1000.00 INR'],
    condition: ['new'],
    identifier_exists: ['no'],
    item_group_id: [`p${goods.lamp}`],
    product_type: ['Home'],
    color: ['Sage'],
    size: ['Small'],
  })
  const meta = (await metaItems()).find((item) => item['id'] === `v${sage}`)
  expect([meta?.['image_link'], meta?.['additional_image_link']]).toEqual(
    ['b', 'a'].map((name) => `http://shop.example/uploads/${name}-1280.jpg`),
  )
  expect(await google(clay)).toMatchObject({ availability: ['out_of_stock'] })
  const simple = await google(mug ?? 0)
  expect(simple).toMatchObject({
    link: [`http://shop.example/product-details/${goods.mug}`],
    price: ['500.00 INR'],
    sale_price: ['450.00 INR'],
  })
  expect(simple?.['item_group_id']).toBeUndefined()
})

test('brand, GTIN and MPN come from the product alone', async () => {
  const id = await goods.add('Branded', {
    brand: 'Acme',
    weight: 250,
    description: '# Big\n\n**Bold** text',
    variants: [
      {
        price: 5_000,
        salePrice: 4_000,
        stock: 0,
        barcode: '4006381333931',
        sellWhenSoldOut: true,
        mpn: 'M-1',
      },
    ],
    saleStartsAt: '2026-01-01T00:00:00.000Z',
    saleEndsAt: '2099-01-01T00:00:00.000Z',
  })
  const [variant = 0] = await variantsOf(db, id)
  await expect.poll(() => google(variant)).toBeDefined()
  expect(await google(variant)).toMatchObject({
    brand: ['Acme'],
    gtin: ['4006381333931'],
    mpn: ['M-1'],
    description: ['Big\nBold text'],
    availability: ['backorder'],
    sale_price: ['40.00 INR'],
    sale_price_effective_date: ['2026-01-01T00:00:00Z/2099-01-01T00:00:00Z'],
    shipping_weight: ['250 g'],
  })
  expect((await google(variant))?.['identifier_exists']).toBeUndefined()
  const meta = (await metaItems()).find((item) => item['id'] === `v${variant}`)
  expect(meta).toMatchObject({ brand: 'Acme', availability: 'in stock', shipping_weight: '250 g' })
  const openai = (await openaiItems()).find((item) => item['item_id'] === `v${variant}`)
  expect(openai).toMatchObject({
    is_eligible_search: true,
    is_eligible_checkout: false,
    brand: 'Acme',
    price: '50.00 INR',
    sale_price: '40.00 INR',
    sale_price_start_date: '2026-01-01',
    sale_price_end_date: '2099-01-01',
    availability: 'backorder',
    weight: '250',
    item_weight_unit: 'g',
    group_id: `p${id}`,
    listing_has_variations: false,
    seller_url: 'http://shop.example/',
    store_country: 'IN',
    accepts_returns: true,
  })
  // The product page follows a changed price at once, and so do the feeds.
  await goods.change(id, { variants: [{ id: variant, price: 6_000, salePrice: null }] })
  await expect.poll(async () => (await google(variant))?.['price']).toEqual(['60.00 INR'])
  await db
    .transaction()
    .execute((tx) => deleteProduct(tx, { shopId: 1, actor: { id: null, name: 'Asha' } }, id))
  await expect.poll(() => google(variant)).toBeUndefined()
})

test('hostile texts reach every reader whole, and within the limits', async () => {
  const long = 'é'.repeat(195)
  const id = await goods.add(hostile, {
    brand: '=1+1',
    description: `${hostile}\n\n${'x'.repeat(9_000)}`,
    options: ['Colour'],
    variants: [{ price: 100, stock: 1, options: { Colour: 'Red, "deep"\n<i>' } }],
  })
  const far = await goods.add(long, {
    options: ['Size'],
    variants: [{ price: 1, stock: 1, options: { Size: 'XL' } }],
  })
  const [variant = 0] = await variantsOf(db, id)
  const [other = 0] = await variantsOf(db, far)
  const expected = 'Cup ]]> "x" <b>&amp; ,; \'é, Red, "deep" <i>'
  await expect.poll(async () => (await google(variant))?.['title']).toEqual([expected])
  const meta = (await metaItems()).find((item) => item['id'] === `v${variant}`)
  const openai = (await openaiItems()).find((item) => item['item_id'] === `v${variant}`)
  expect(meta).toMatchObject({ title: expected, brand: '=1+1', color: 'Red, "deep" <i>' })
  expect(openai).toMatchObject({ title: expected, brand: '=1+1' })
  expect(openai?.['description']).toHaveLength(5_000)
  expect((await google(other))?.['title']).toEqual([`${'é'.repeat(146)}, XL`])
})

const allowed = {
  availability: ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
  condition: ['new', 'refurbished', 'used'],
}

test('every item keeps the rules of Google', async () => {
  for (const item of await googleItems()) {
    const value = (name: string) => item[name]?.[0] ?? ''
    for (const name of ['id', 'title', 'description', 'link', 'availability', 'price', 'condition'])
      expect(value(name), name).not.toBe('')
    expect(value('id').length).toBeLessThanOrEqual(50)
    expect(value('title').length).toBeLessThanOrEqual(150)
    expect(value('description').length).toBeLessThanOrEqual(5_000)
    expect(allowed.availability).toContain(value('availability'))
    expect(allowed.condition).toContain(value('condition'))
    expect(value('price')).toMatch(/^\d+\.\d\d INR$/)
    expect(item['additional_image_link']?.length ?? 0).toBeLessThanOrEqual(10)
    expect(new URL(value('link')).origin).toBe('http://shop.example')
  }
})

test('links to policies follow the pages of the shop, and return days its settings', async () => {
  for (const slug of ['help/returns', 'privacy-policy', 'terms'])
    await db
      .insertInto('content_page')
      .values({ config_id: 1, slug, title: slug, body: 'x' })
      .onConflict((c) => c.doNothing())
      .execute()
  await db
    .transaction()
    .execute((tx) =>
      updateSettings(tx, { shopId: 1, actor: { id: null, name: 'Asha' } }, 'returns', { days: 0 }),
    )
  await expect
    .poll(async () => (await openaiItems())[0])
    .toMatchObject({
      return_policy: 'http://shop.example/help/returns',
      seller_privacy_policy: 'http://shop.example/privacy-policy',
      seller_tos: 'http://shop.example/terms',
      accepts_returns: false,
    })
})

test('the file is compressed for who asks for it, and HEAD sends headers alone', async () => {
  const plain = await read('/feeds/google.xml')
  const { headers, rawPayload } = await app.inject({
    url: '/feeds/google.xml',
    headers: { host: 'shop.example', 'accept-encoding': 'gzip' },
  })
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(rawPayload).toString()).toBe(plain.body)
  const head = await app.inject({
    method: 'HEAD',
    url: '/feeds/google.xml',
    headers: { host: 'shop.example' },
  })
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', plain.type])
})
