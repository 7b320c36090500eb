import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Permission } from '#contract/endpoint.ts'
import { createApiKey } from '#contract/identity/api-key.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { newcomer } from '#test/harness/people/account.ts'
import type { Client as Browser } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Browser
let address: URL
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await newcomer(db, app, { role_id: 1 })).browser
  address = new URL('/mcp', await app.listen({ port: 0, host: '127.0.0.1' }))
})

/** The official client, connected. */
async function connect(key?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

interface Result {
  isError?: boolean
  structuredContent: {
    products: { title: string; variants: { id: string; price: { amount: number } }[] }[]
    id: string
    status: string
    continue_url: string
    totals: { type: string; amount: number }[]
    messages: { code: string }[]
    code: string
    data: { productname: string; productid: number; actions: string[] }[]
  }
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { isError, structuredContent } = (await client.callTool({
    name,
    arguments: given,
  })) as unknown as Result
  return { isError: isError ?? false, ...structuredContent }
}

async function keyOf(permissions: Permission[], readOnly = false): Promise<string> {
  const input = { name: `Key ${randomUUID()}`, permissions, readOnly }
  const { status, answer, message } = await staff.send(createApiKey, input)
  expect(status, message).toBe(201)
  return answer.data.key
}

describe('an assistant of a shopper', () => {
  it('finds a lamp by words, fills a cart and gets the link of a checkout', async () => {
    const client = await connect()
    expect(client.getInstructions()).toContain('continue_url')
    const { products } = await call(client, 'search_catalog', { query: 'lamp' })
    expect(products.map(({ title }) => title)).toEqual(['Lamp'])
    const line_items = [{ item: { id: products[0]!.variants[0]!.id }, quantity: 2 }]
    const sent = { line_items, idempotency_key: randomUUID() }
    const cart = await call(client, 'create_cart', sent)
    expect(cart.totals).toContainEqual(expect.objectContaining({ type: 'total', amount: 200_000 }))
    expect((await call(client, 'create_cart', sent)).id).toBe(cart.id)
    const short = { ...sent, idempotency_key: 'cart-1' }
    await expect(call(client, 'create_cart', short)).rejects.toThrow('must be a random UUID')
    const checkout = await call(client, 'create_checkout', { cart_id: cart.id })
    expect(checkout.status).toBe('incomplete')
    expect(new URL(checkout.continue_url).pathname).toBe(`/continue/${checkout.id}`)
    expect((await call(client, 'get_checkout', { id: checkout.id })).id).toBe(checkout.id)
  })

  it('places no order and sees none, and nothing of staff', async () => {
    const client = await connect()
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('create_checkout')
    for (const name of ['complete_checkout', 'get_order', 'list_orders', 'set_price_or_stock']) {
      expect(names).not.toContain(name)
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('There is no such tool')
    }
    expect(await call(client, 'get_cart', { id: 'A'.repeat(22) })).toMatchObject({
      isError: true,
      messages: [{ code: 'not_found' }],
    })
  })

  it('is refused when its input is wrong, and when staff have blocked assistants without a profile', async () => {
    const client = await connect()
    await expect(call(client, 'create_cart', { line_items: [{ item: {}, quantity: 1 }] })).rejects.toThrow(
      'line_items.0.item.id',
    )
    const blocked = { blocked_at: new Date() }
    const where = db.updateTable('agent_platform').where('profile_url', 'like', '%/mcp')
    await where.set(blocked).execute()
    onTestFinished(async () => void (await where.set({ blocked_at: null }).execute()))
    await expect(call(client, 'search_catalog', { query: 'lamp' })).rejects.toThrow('without a profile')
  })
})

describe('an assistant of staff', () => {
  it('lists the tools of its key alone', async () => {
    const client = await connect(await keyOf(['catalog']))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('list_products')
    expect(names).not.toContain('list_orders')
    expect(names).not.toContain('set_price_or_stock')
    await expect(call(client, 'list_orders')).rejects.toThrow('There is no such tool')
  })

  it('changes nothing without the permission, and with it what can be undone', async () => {
    const change = { id: goods.mug, price: 612 }
    for (const key of [await keyOf(['catalog']), await keyOf(['catalog', 'assistants'], true)])
      await expect(call(await connect(key), 'set_price_or_stock', change)).rejects.toThrow('no such tool')
    const price = async () =>
      (
        await db
          .selectFrom('variant')
          .select('price')
          .where('product_id', '=', goods.mug)
          .executeTakeFirstOrThrow()
      ).price
    expect(await price()).toBe(50_000)

    const client = await connect(await keyOf(['catalog', 'assistants']))
    expect((await call(client, 'set_price_or_stock', change)).isError).toBe(false)
    expect(await price()).toBe(61_200)
    const [entry] = await db.selectFrom('audit_entry').select('id').orderBy('id', 'desc').limit(1).execute()
    expect((await call(client, 'undo_change', { entry: entry!.id })).isError).toBe(false)
    expect(await price()).toBe(50_000)
    // What the API refuses is an answer, which the assistant can read.
    expect(await call(client, 'set_price_or_stock', { id: 999_999, price: 1 })).toMatchObject({
      isError: true,
      code: 'not_found',
    })
  })

  it('needs a key that counts', async () => {
    await expect(connect('haat_nonsense')).resolves.toBeDefined()
    const client = await connect('haat_nonsense')
    await expect(client.listTools()).rejects.toThrow()
  })
})
