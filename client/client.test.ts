import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CallError, createClient } from 'haat/client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApiKey } from '#contract/identity/api-key.ts'
import { endpoints } from '#contract/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newcomer } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let url: string
let key: string
let goods: Goods
const numbers: string[] = []
beforeAll(async () => {
  url = await app.listen({ port: 0 })
  goods = await makeGoods(db)
  const { browser } = await newcomer(db, app, { role_id: 1 })
  const permissions = ['orders', 'catalog', 'events']
  key = (await browser.send(createApiKey, { name: 'Accounting', permissions })).answer.data.key
  for (let n = 0; n < 3; n++) {
    const items = [{ productid: goods.mug, quantity: 1 }]
    numbers.push((await order(client(app), { items })).answer.data.number)
  }
})

const shop = (options: object = {}) => createClient({ url, key, ...options })

test('reads what the shop answers, page after page', async () => {
  const { data, total } = await shop().call('GET admin/orders', { limit: 2 })
  expect(data).toHaveLength(2)
  expect(total).toBe(3)
  const found: string[] = []
  for await (const one of shop().items('GET admin/orders', { limit: 2 })) found.push(one.number)
  expect(found.toSorted()).toEqual(numbers.toSorted())
})

test('reads events until there are no more', async () => {
  const placed: unknown[] = []
  for await (const { kind, data } of shop().events()) if (kind === 'order.placed') placed.push(data.number)
  expect(placed).toEqual(numbers)
})

test('a refusal is an error with status, code and issues', async () => {
  const wrong = shop().call('GET admin/orders/:number', { number: 'ABCD-EFGH-JKLM' })
  await expect(wrong).rejects.toMatchObject({ status: 404, code: 'not_found', message: 'Order not found' })
  const invalid = shop().call('GET admin/orders', { limit: 0 })
  await expect(invalid).rejects.toMatchObject({ status: 400, issues: [{ path: 'limit' }] })
  await expect(createClient({ url }).call('GET admin/orders', {})).rejects.toBeInstanceOf(CallError)
})

test('a call that the shop is too busy for is repeated with the same key, and happens once', async () => {
  const tried: (string | null)[] = []
  const unlucky: typeof fetch = async (input, init) => {
    tried.push(new Headers(init?.headers).get('idempotency-key'))
    // The first answer is lost after the shop has done the work.
    const answer = await fetch(input, init)
    if (tried.length === 1) return new Response('', { status: 503, headers: { 'retry-after': '0.01' } })
    return answer
  }
  const input = { number: numbers[0]!, text: 'Sent to accounting', isPublic: false }
  const { message } = await shop({ fetch: unlucky }).call('POST admin/orders/:number/note', input)
  expect(message).toEqual(expect.any(String))
  expect(tried).toEqual([expect.any(String), tried[0]])
  const notes = await db
    .selectFrom('order_event')
    .select('id')
    .where('note', '=', 'Sent to accounting')
    .execute()
  expect(notes).toHaveLength(1)
})

test('gives up after its retries, and repeats nothing that could happen twice', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls++
    response.writeHead(503, { 'retry-after': '0.01' }).end('{"message":"Busy","code":"busy"}')
  }).listen(0)
  onTestFinished(() => server.close().closeAllConnections())
  const busy = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retries: 2 })
  await expect(busy.call('GET shop', {})).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    message: 'Busy',
  })
  expect(calls).toBe(3)
  await expect(busy.call('POST admin/audit/undo', { entry: 1 })).rejects.toMatchObject({ status: 503 })
  expect(calls).toBe(4)
})

test('has every call, except those that payment providers and carriers sign', async () => {
  const described = await readFile('client/calls.ts', 'utf8')
  const missing = endpoints.filter(
    ({ method, path }) => !described.includes(`  '${method} ${path}': { input: `),
  )
  const signed = ['payments/:provider/webhook', 'tracking/:account']
  expect(missing.map(({ path }) => path).toSorted()).toEqual(signed)
})

const png = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

test('sends files, and again after a lost answer, and creates once', async () => {
  let attempts = 0
  const unlucky: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (attempts++ > 0) return answer
    return new Response('', { status: 503, headers: { 'retry-after': '0.01' } })
  }
  const { data: category } = await shop().call('POST productcategory/category', {
    productcategoryname: 'Vases',
    productcategoryimage: new File([await png('#96401f')], 'vases.png'),
  })
  const images = [new Blob([await png('#113355')]), new File([await png('#335511')], 'side.png')]
  const { data } = await shop({ fetch: unlucky }).call('POST product/createproduct', {
    productname: 'Tall vase',
    search_title: 'Vases by hand',
    productcategoryid: category.id,
    variants: [
      { options: { Size: 'S' }, price: 12.5, stock: 3 },
      { options: { Size: 'L' }, price: 20, stock: 1 },
    ],
    alt: ['From the front', 'From the side'],
    productimages: images,
  })
  expect(attempts).toBe(2)
  const { data: found } = await shop().call('GET admin/products/:id', { id: data.productid })
  expect(found).toMatchObject({ productname: 'Tall vase', variants: [{ price: 12.5 }, { price: 20 }] })
  expect(found.images.map(({ alt }) => alt)).toEqual(['From the front', 'From the side'])
  expect((await shop().call('GET admin/products', { q: 'Tall vase' })).total).toBe(1)
  // With a file the input is a form, which can't say null.
  const one = new File([await png('#551133')], 'top.png')
  const changed = { productid: data.productid, search_title: null, brand: 'Kiln & Co', productimages: one }
  await shop().call('PUT product/updateproduct', changed)
  const after = (await shop().call('GET admin/products/:id', { id: data.productid })).data
  expect(after).toMatchObject({ brand: 'Kiln & Co', search_title: null })
  expect(after.images).toHaveLength(3)
})

test('answers files as responses', async () => {
  const slip = await shop().call('GET admin/orders/:number/packing-slip', { number: numbers[0]! })
  expect(slip.headers.get('content-disposition')).toContain('.pdf')
  expect(
    Buffer.from(await slip.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  const csv = await (await shop().call('GET admin/exports/products', { format: 'csv' })).text()
  expect(csv).toContain('Tall vase')
  const missing = shop().call('GET admin/orders/:number/invoice', { number: 'ABCD-EFGH-JKLM' })
  await expect(missing).rejects.toMatchObject({ status: 404, code: 'not_found' })
})
