import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPath } from '#client/fill-path.ts'
import { getCategories } from '#contract/catalog/category.ts'
import { login } from '#contract/identity/auth.ts'
import { routes } from '#server/app.ts'
import { createShopDirectory } from '#server/modules/shop/index.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { testApp } from '#test/harness/app/app.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { publicReadInputs } from '#test/harness/schema/public-read-inputs.ts'
import type { Dependencies } from '../cache/response-cache.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { createVersionCounter } from '../cache/version-counter.ts'
import { isPublicRead, route } from '../route.ts'
import type { Services } from '../services.ts'
import { inProcessCalls } from './in-process-calls.ts'

const { app, db, stop } = await testApp()
afterAll(stop)

const version = { ...createVersionCounter(), reachable: () => true }
const shop = await createShopDirectory(db, version).find('localhost')
const dependencies = (): Dependencies => ({ productIds: new Set(), until: Number.POSITIVE_INFINITY })
const services = { sendsEmail: false, online: fixedPayments([]) } as unknown as Services
const callsFor = inProcessCalls(routes, createResponseCache(version))
const call = callsFor({ db, shop, caller: undefined, services }, dependencies())

let productId = 0
let inputs: ReturnType<typeof publicReadInputs>
beforeAll(async () => {
  const { products } = await seedCatalog(db, 1, 30)
  productId = products.find(({ live }) => live)?.id ?? 0
  const product = await db
    .selectFrom('product')
    .select('slug')
    .where('config_id', '=', 1)
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  inputs = publicReadInputs({ id: productId, slug: product.slug })
})

const publicReads = routes.filter(isPublicRead).map(({ endpoint }) => endpoint)

describe('a call in-process', () => {
  it.each(publicReads)('to $method $path answers what HTTP answers', async (endpoint) => {
    const { method, path } = endpoint
    const input = inputs[path] ?? {}
    const url = `/api/${fillPath(path, input).path}`
    const query = new URLSearchParams(path.includes(':') ? {} : (input as Record<string, string>))
    const response = await app.inject(
      method === 'GET' ? { method, url: `${url}?${query.toString()}` } : { method, url, payload: input },
    )
    if (response.statusCode !== 200) {
      await expect(call(endpoint, input)).rejects.toMatchObject({ status: response.statusCode })
      return
    }
    // Twice: computed, then from the cache.
    for (let time = 0; time < 2; time++)
      expect(await call(endpoint, input)).toStrictEqual(response.json<unknown>())
  })

  it('shares the answer of a call without input as one frozen object', async () => {
    const [first, second] = [await call(getCategories, {}), await call(getCategories, {})]
    expect(second).toBe(first)
    expect(() => first.data.pop()).toThrow(TypeError)
  })

  it('validates its input', async () => {
    const details = publicReads.find(({ path }) => path === 'comment/getComments')
    if (!details) throw new Error('There is no such endpoint')
    await expect(call(details, { product_id: -1 })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  })

  it('reaches public reads only', async () => {
    await expect(call(login, { email: 'a@example.com', password: 'secret' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('fails with status 503 if the database did not answer in time', async () => {
    const late = route(getCategories, async () => {
      throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    })
    const lateCall = inProcessCalls([late], createResponseCache(version))
    const context = { db, shop, caller: undefined, services }
    await expect(lateCall(context, dependencies())(getCategories, {})).rejects.toMatchObject({ status: 503 })
  })

  it('adds the products that it shows to the dependencies of the page', async () => {
    const on = dependencies()
    const comments = publicReads.find(({ path }) => path === 'comment/getComments')
    if (!comments) throw new Error('There is no such endpoint')
    await callsFor({ db, shop, caller: undefined, services }, on)(comments, {
      product_id: productId,
    })
    expect([...on.productIds]).toEqual([productId])
  })
})
