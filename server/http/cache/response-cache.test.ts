import { beforeEach, describe, expect, it } from 'vitest'
import { createResponseCache, type Dependencies } from './response-cache.ts'
import { createVersionCounter } from './version-counter.ts'
import { createCachedResponse, type CachedResponse } from './cached-response.ts'

const shop = 1
const text = (content: string, status = 200) => createCachedResponse(status, {}, Buffer.from(content))
const textOf = ({ body }: CachedResponse) => String(body)

let version = createVersionCounter()
let reachable = true
let made = 0
const cacheOf = (maxBytes?: number) =>
  createResponseCache({ ...version, reachable: () => reachable }, maxBytes)
let cache = cacheOf()

beforeEach(() => {
  version = createVersionCounter()
  reachable = true
  made = 0
  cache = cacheOf()
})

const make = async () => text(`version ${++made}`)
const get = async (key = 'page', how: (on: Dependencies) => Promise<CachedResponse> = make) =>
  textOf(await cache.get(key, shop, how))

/** A build that ends when `finish` is called. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const start = async () => {
    const number = ++made
    await promise
    return text(`version ${number}`)
  }
  return { start, finish: resolve }
}

describe('a cached response', () => {
  it('is served without being built again', async () => {
    expect([await get(), await get()]).toEqual(['version 1', 'version 1'])
    expect(cache.peek('page')?.body?.toString()).toBe('version 1')
    expect(cache.stats).toMatchObject({ hits: 2, misses: 1, entries: 1 })
  })

  it('is rebuilt after a change of its shop, not of another shop', async () => {
    await get()
    version.shopChanged(2)
    expect(await get()).toBe('version 1')
    version.shopChanged(shop)
    expect(cache.peek('page')).toBeUndefined()
    expect(await get()).toBe('version 2')
  })

  it('is rebuilt after a change of a product that it shows, not of another product', async () => {
    const showing = async ({ productIds }: Dependencies) => {
      productIds.add(7)
      return make()
    }
    await get('page', showing)
    version.productChanged(shop, 8)
    version.productChanged(2, 7)
    expect(await get('page', showing)).toBe('version 1')
    version.productChanged(shop, 7)
    expect(await get('page', showing)).toBe('version 2')
  })

  it('is rebuilt when anything may have changed', async () => {
    await get()
    version.anythingChanged()
    expect(await get()).toBe('version 2')
  })

  it('is rebuilt after its time is over', async () => {
    const past = async (on: Dependencies) => {
      on.until = Date.now() - 1
      return make()
    }
    expect([await get('page', past), await get('page', past)]).toEqual(['version 1', 'version 2'])
  })

  it('has status 200 or 301', async () => {
    for (const status of [404, 302, 500]) {
      await cache.get(`${status}`, shop, async () => text('no', status))
      expect(cache.peek(`${status}`)).toBeUndefined()
    }
    await cache.get('moved', shop, async () => text('', 301))
    expect(cache.peek('moved')?.status).toBe(301)
  })
})

describe('concurrent requests', () => {
  it('share one build', async () => {
    const { start, finish: done } = slowly()
    const all = Array.from({ length: 50 }, () => get('page', start))
    done()
    expect(new Set(await Promise.all(all))).toEqual(new Set(['version 1']))
    expect(made).toBe(1)
  })

  it('share its failure, and the next request builds again', async () => {
    const failing = async () => {
      made++
      throw new Error('no')
    }
    const all = await Promise.allSettled([get('page', failing), get('page', failing)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(made).toBe(1)
    expect(await get()).toBe('version 2')
  })
})

describe('a change during a build', () => {
  it('makes the result stale', async () => {
    const { start, finish: done } = slowly()
    const early = get('page', start)
    version.shopChanged(shop)
    done()
    expect(await early).toBe('version 1')
    expect(cache.peek('page')).toBeUndefined()
    expect(await get()).toBe('version 2')
  })

  it('keeps later requests from joining the earlier build', async () => {
    const before = slowly()
    const early = get('page', before.start)
    version.shopChanged(shop)
    expect(await get()).toBe('version 2')
    before.finish()
    expect(await early).toBe('version 1')
    // The older build ends later and does not replace the newer result.
    expect(cache.peek('page')?.body?.toString()).toBe('version 2')
  })
})

describe('while the database is unreachable', () => {
  it('nothing is built, and what is cached can be found', async () => {
    await get()
    version.anythingChanged()
    reachable = false
    await expect(get()).rejects.toMatchObject({ status: 503 })
    expect(cache.peek('page')).toBeUndefined()
    expect(cache.peekStale(undefined, 'other', 'page')?.response.body?.toString()).toBe('version 1')
    expect(cache.peekStale('other')).toBeUndefined()
    expect(made).toBe(1)
    reachable = true
    expect(await get()).toBe('version 2')
  })
})

describe('eviction', () => {
  it('keeps the size below the limit and keeps responses in use', async () => {
    const maxBytes = 200_000
    cache = cacheOf(maxBytes)
    await get('favourite')
    for (let n = 0; n < 500; n++) {
      await get(`page ${n}`, async () => text('x'.repeat(2000)))
      expect(cache.peek('favourite')).toBeDefined()
      expect(cache.stats.bytes).toBeLessThanOrEqual(maxBytes)
    }
    expect(cache.stats.entries).toBeGreaterThan(10)
    expect(cache.peek('page 0')).toBeUndefined()
    expect(cache.peek('page 499')).toBeDefined()
  })

  it('does not store a single huge response', async () => {
    cache = cacheOf(100_000)
    await get('giant', async () => text('x'.repeat(50_000)))
    expect(cache.stats).toMatchObject({ entries: 0, bytes: 0 })
  })
})
