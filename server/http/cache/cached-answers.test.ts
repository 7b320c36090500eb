import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { testApp } from '#test/harness/app/app.ts'
import { route } from '../route.ts'

let runs = 0
/** The handler waits for this after reading from the database. */
let gate: Promise<void> | undefined

const answer = z.object({ data: z.unknown() })
const listNames = endpoint({
  method: 'GET',
  path: 'names',
  audience: 'public',
  summary: 'The names of categories, and the shop as the request has it',
  input: z.object({}),
  answer,
  cache: {},
})
const countComments = endpoint({
  method: 'POST',
  path: 'count-comments',
  audience: 'public',
  summary: 'How many comments a product has',
  input: z.object({ product_id: id, page: id.default(1) }),
  answer,
  cache: { product: ({ product_id }) => product_id },
})
const addCategory = endpoint({
  method: 'POST',
  path: 'add-category',
  audience: 'public',
  summary: 'A write',
  input: z.object({ name: z.string() }),
  answer,
})

const { app, db, logged, stop } = await testApp({
  routes: [
    route(listNames, async (_input, context) => {
      runs++
      const rows = await context.db
        .selectFrom('category')
        .select('name')
        .where('config_id', '=', context.shop.shopId)
        .orderBy('id')
        .execute()
      await gate
      return { data: { shop: context.shop.name, names: rows.map(({ name }) => name) } }
    }),
    route(countComments, async ({ product_id }, context) => {
      runs++
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from comment
        where config_id = ${context.shop.shopId} and product_id = ${product_id}`.execute(context.db)
      return { data: rows[0]?.n }
    }),
    route(addCategory, async ({ name }, context) => {
      const slug = name.toLowerCase()
      await context.db.insertInto('category').values({ config_id: context.shop.shopId, name, slug }).execute()
      return { data: null }
    }),
  ],
})
afterAll(stop)

await db.insertInto('shop').values({ config_id: 2, name: 'Second' }).execute()
await db.insertInto('shop_host').values({ host: 'second.example', config_id: 2 }).execute()
await db.insertInto('category').values({ id: 100_000, config_id: 1, name: 'Cups', slug: 'cups' }).execute()
for (const productId of [1, 2]) {
  await db
    .insertInto('product')
    .values({ config_id: 1, id: productId, category_id: 100_000, name: 'Mug', slug: `mug-${productId}` })
    .execute()
}

beforeEach(async () => {
  gate = undefined
  // The writes make all cached answers stale; each returns after the app has received its notification.
  for (const host of ['localhost', 'second.example']) await post('add-category', { name: nextName() }, host)
  runs = 0
})

let written = 0
const nextName = () => `Sync${++written}`

const names = async (host = 'localhost') => {
  const response = await app.inject({ url: '/api/names', headers: { host } })
  return response.json<{ data: { shop: string; names: string[] } }>().data
}
async function post(path: string, payload: object, host = 'localhost') {
  const response = await app.inject({ method: 'POST', url: `/api/${path}`, payload, headers: { host } })
  expect(response.statusCode, response.body).toBe(200)
  return response
}
const comments = async (productId: number) =>
  (await post('count-comments', { product_id: productId })).json<{ data: number }>().data
const comment = (productId: number) =>
  db
    .insertInto('comment')
    .values({ config_id: 1, product_id: productId, author_name: 'Asha', body: 'Good' })
    .execute()

describe('a public answer', () => {
  it('is computed once, then cached', async () => {
    const first = await names()
    expect(await names()).toEqual(first)
    expect(runs).toBe(1)
  })

  it('is cached once for all spellings of the same input', async () => {
    for (const payload of [
      { product_id: 1 },
      { product_id: '1', page: '1' },
      { page: 1, product_id: 1, other: 2 },
    ]) {
      expect((await post('count-comments', payload)).statusCode).toBe(200)
    }
    expect(runs).toBe(1)
  })

  it('has an ETag, and a client with that answer gets 304', async () => {
    const { headers, body } = await app.inject('/api/names')
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    const known = { 'if-none-match': String(headers['etag']) }
    expect((await app.inject({ url: '/api/names', headers: known })).statusCode).toBe(304)
    await post('add-category', { name: 'Etag' })
    const changed = await app.inject({ url: '/api/names', headers: known })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers['etag']).not.toBe(headers['etag'])
    expect(changed.body).not.toBe(body)
  })

  it('shows a write of this process in the next request', async () => {
    for (let n = 0; n < 30; n++) {
      await names()
      await post('add-category', { name: `Next${n}` })
      expect((await names()).names).toContain(`Next${n}`)
    }
  })

  it('soon shows a write of another process', async () => {
    await names()
    await db.insertInto('category').values({ config_id: 1, name: 'Elsewhere', slug: 'elsewhere' }).execute()
    await expect.poll(async () => (await names()).names).toContain('Elsewhere')
  })

  it('belongs to the shop of the host, and ignores changes of other shops', async () => {
    const first = await names()
    const second = await names('second.example')
    expect(first.shop).toBe('My shop')
    expect(second.shop).toBe('Second')
    await post('add-category', { name: 'Second2' }, 'second.example')
    expect(await names()).toEqual(first)
    expect((await names('second.example')).names).toContain('Second2')
    expect(runs).toBe(3)
  })

  it('shows changes of the shop itself', async () => {
    await names('second.example')
    await db.updateTable('shop').set({ name: 'Renamed' }).where('config_id', '=', 2).execute()
    await expect.poll(async () => (await names('second.example')).shop).toBe('Renamed')
    await db.insertInto('shop_host').values({ host: 'moved.example', config_id: 2 }).execute()
    await expect.poll(async () => (await names('moved.example')).shop).toBe('Renamed')
  })
})

describe('a change of one product', () => {
  it('leaves answers about other products cached', async () => {
    expect([await comments(1), await comments(2), await names()]).toMatchObject([0, 0, {}])
    await comment(1)
    await expect.poll(() => comments(1)).toBe(1)
    expect([await comments(2), await names()]).toMatchObject([0, {}])
    expect(runs).toBe(4)
  })
})

describe('concurrent requests', () => {
  it('share one computation', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const all = Array.from({ length: 40 }, () => names())
    await expect.poll(() => runs).toBe(1)
    await wait(20)
    open()
    expect(new Set((await Promise.all(all)).map((data) => JSON.stringify(data))).size).toBe(1)
    expect(runs).toBe(1)
  })

  it('never share a computation that began before an earlier write', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const early = names()
    await expect.poll(() => runs).toBe(1)
    gate = undefined
    await post('add-category', { name: 'During' })
    expect((await names()).names).toContain('During')
    open()
    expect((await early).names).not.toContain('During')
    expect((await names()).names).toContain('During')
  })

  it('see each write at once during other writes', async () => {
    const writer = async (who: string) => {
      for (let n = 0; n < 15; n++) {
        const name = `${who}${n}`
        await post('add-category', { name })
        expect((await names()).names).toContain(name)
      }
    }
    await Promise.all([writer('A'), writer('B'), writer('C')])
  })
})

describe('an answer that its contract does not allow', () => {
  it('is an error in the log and hides the details from the caller', async () => {
    const {
      app: broken,
      logged: lines,
      stop: end,
    } = await testApp({
      routes: [
        route({ ...listNames, answer: z.object({ data: z.number() }) }, async () => ({ data: 'x' as never })),
      ],
    })
    const refused = await broken.inject('/api/names')
    expect(refused.statusCode).toBe(500)
    const { code, requestId } = refused.json<{ code: string; requestId: string }>()
    expect(code).toBe('internal')
    expect(refused.headers['x-request-id']).toBe(requestId)
    expect(lines.find(({ level }) => level === 50)).toMatchObject({ reqId: requestId })
    await end()
  })

  it('loses its undeclared fields', async () => {
    const { app: talkative, stop: end } = await testApp({
      routes: [
        route({ ...listNames, answer: z.object({ data: z.object({ a: z.number() }) }) }, async () => ({
          data: { a: 1, secret: 2 },
          passwordHash: 'x',
        })),
      ],
    })
    expect((await talkative.inject('/api/names')).json()).toEqual({
      status: true,
      message: 'OK',
      data: { a: 1 },
    })
    await end()
  })
})

it('logs one line per request, with its id and without its query', async () => {
  const { headers } = await app.inject('/api/names?token=secret')
  await expect
    .poll(() => logged.find(({ reqId, msg }) => msg === 'request' && reqId === headers['x-request-id']))
    .toMatchObject({ method: 'GET', path: '/api/names', status: 200 })
  expect(JSON.stringify(logged)).not.toContain('token=secret')
})
