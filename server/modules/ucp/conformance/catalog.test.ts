import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variantsOf } from '#test/harness/data/goods.ts'
import { conformanceShop, itemsOf, type Transport } from '#test/harness/ucp/conformance-shop.ts'

// The catalog is younger than the protocol's own suite. These cases follow its text and schemas of 2026-04-08. What is found, in
// which order, and how a selection is relaxed is in the tests of catalog/.

const shop = await conformanceShop()
afterAll(shop.stop)
const { roses, gardenias, goods } = shop
const lamp = `p${goods.lamp}`
const [sage, clay] = goods.lampVariants.map((id) => `v${id}`) as [string, string]
let many: string[] = []
beforeAll(async () => {
  const variant = [{ price: 1000, stock: 1 }]
  const names = Array.from({ length: 12 }, (_, index) => `Teaspoon ${index}`)
  const ids = await Promise.all(names.map((name) => goods.add(name, { variants: variant })))
  many = (await Promise.all(ids.map((id) => variantsOf(shop.db, id)))).map(([id]) => `v${id}`)
})

interface Product {
  id: string
  variants: {
    id: string
    price: { amount: number; currency: string }
    availability: object
    inputs: { id: string; match: string }[]
  }[]
}
interface Found {
  products: Product[]
  product: Product
  pagination: { has_next_page: boolean; cursor?: string; total_count: number }
  messages?: { type: string; code: string; severity?: string; content: string }[]
  code?: string
}

describe.each<Transport>(['rest', 'mcp'])('the catalog by %s', (transport) => {
  const ask = async (tool: string, body: object) => {
    const answer = await shop.call(transport, tool, { body })
    return { status: answer.status, headers: answer.headers, body: answer.body as unknown as Found }
  }

  test('finds what a checkout can buy', async () => {
    const { status, body } = await ask('search_catalog', { query: 'roses' })
    expect([status, body.products.map(({ variants }) => variants[0]?.id)]).toEqual([200, [roses]])
    expect(body.products[0]!.variants[0]!.price).toEqual({ amount: 3500, currency: 'INR' })
    const checkout = await shop.call(transport, 'create_checkout', { body: { line_items: itemsOf(roses) } })
    expect(checkout.body.line_items[0]?.item.price).toBe(3500)
  })

  test('finds nothing without a message', async () => {
    const { status, body } = await ask('search_catalog', { query: 'pink wumpus' })
    expect([status, body.products, body.messages]).toEqual([200, [], undefined])
    expect(body.pagination.has_next_page).toBe(false)
  })

  test('has ten products a page unless asked otherwise, and each product once', async () => {
    const first = (await ask('search_catalog', { query: 'teaspoon' })).body
    expect([first.products.length, first.pagination.has_next_page]).toEqual([10, true])
    const { cursor } = first.pagination
    const rest = (await ask('search_catalog', { query: 'teaspoon', pagination: { cursor } })).body
    expect(rest.pagination).toEqual({ has_next_page: false, total_count: 12 })
    const ids = [...first.products, ...rest.products].map(({ variants }) => variants[0]!.id)
    expect(ids.toSorted()).toEqual(many.toSorted())
    const all = (await ask('search_catalog', { query: 'teaspoon', pagination: { limit: 1_000_000 } })).body
    expect(all.products).toHaveLength(12)
  })

  test('takes filters together, prices in minor units, and filters that it does not know', async () => {
    const idsOf = async (filters: object, context = {}) =>
      (await ask('search_catalog', { filters, context })).body.products.map(({ variants }) => variants[0]!.id)
    const price = { min: 3000, max: 3500 }
    expect((await idsOf({ price }, { currency: 'INR' })).toSorted()).toEqual([roses, gardenias].toSorted())
    expect(await idsOf({ price, categories: ['Garden'] })).toEqual([])
    expect(await idsOf({ price, categories: ['Garden', 'Home'], 'com.example.colour': 'red' })).toHaveLength(
      2,
    )
  })

  test.each<[string, object, string]>([
    ['search_catalog', {}, 'invalid_input'],
    ['search_catalog', { query: '  ', filters: {} }, 'invalid_input'],
    ['search_catalog', { query: 'roses', pagination: { limit: 0 } }, 'invalid_input'],
    ['search_catalog', { query: 'roses', pagination: { cursor: 'made up' } }, 'invalid_cursor'],
    ['search_catalog', { filters: { price: { min: -1 } } }, 'invalid_input'],
    ['lookup_catalog', {}, 'invalid_input'],
    ['lookup_catalog', { ids: [] }, 'invalid_input'],
    ['lookup_catalog', { ids: Array.from({ length: 101 }, (_, id) => `v${id}`) }, 'request_too_large'],
    ['get_product', {}, 'invalid_input'],
  ])('%s refuses %j', async (tool, body, code) => {
    const answer = await ask(tool, body)
    expect([answer.status, answer.body]).toEqual([400, { code, content: expect.any(String) }])
  })

  test('says which id found which variant', async () => {
    const ids = [roses, roses, lamp, clay, 'nothing', gardenias]
    const { status, body } = await ask('lookup_catalog', { ids })
    expect(status).toBe(200)
    const found = body.products.flatMap(({ variants }) => variants)
    expect(Object.fromEntries(found.map(({ id, inputs }) => [id, inputs]))).toEqual({
      [roses]: [{ id: roses, match: 'exact' }],
      [sage]: [{ id: lamp, match: 'featured' }],
      [clay]: [{ id: clay, match: 'exact' }],
      [gardenias]: [{ id: gardenias, match: 'exact' }],
    })
    expect(body.products).toHaveLength(3)
    expect(body.messages).toEqual([{ type: 'info', code: 'not_found', content: 'nothing' }])
    expect((await ask('lookup_catalog', { ids: ['nothing'] })).body.products).toEqual([])
  })

  test('shows one product, and knows when there is none', async () => {
    const { body } = await ask('get_product', { id: clay })
    expect([body.product.id, body.product.variants[0]?.id]).toEqual([lamp, clay])
    expect(body.product.variants[0]?.availability).toEqual({ available: false, status: 'out_of_stock' })
    const missing = await ask('get_product', { id: 'p2147483647' })
    expect([missing.status, missing.body]).toEqual([
      200,
      {
        ucp: { version: '2026-04-08', status: 'error' },
        messages: [
          { type: 'error', code: 'not_found', content: expect.any(String), severity: 'unrecoverable' },
        ],
      },
    ])
  })
})

test('a search without anything to search for lacks a parameter of MCP', async () => {
  const meta = { 'ucp-agent': { profile: shop.agent } }
  const params = { name: 'search_catalog', arguments: { meta, catalog: {} } }
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/ucp/mcp',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect([answer.statusCode, answer.json().error.code]).toEqual([400, -32602])
})
