import { beforeEach, describe, expect, it } from 'vitest'
import { makeByteCache, type Dependencies } from './byte-cache.ts'
import { countChanges } from './changes.ts'
import { AppError } from './errors.ts'
import { finish, type Finished } from './finished.ts'

const shop = 1
const text = (content: string, status = 200) => finish(status, {}, Buffer.from(content))
const wordsOf = ({ body }: Finished) => String(body)

let changes = countChanges()
let reachable = true
let made = 0
const cacheOf = (maxBytes?: number) =>
  makeByteCache(
    { ...changes, reachable: () => reachable, sync: async () => {}, close: async () => {} },
    maxBytes,
  )
let cache = cacheOf()

beforeEach(() => {
  changes = countChanges()
  reachable = true
  made = 0
  cache = cacheOf()
})

const make = async () => text(`version ${++made}`)
const get = async (key = 'page', how: (on: Dependencies) => Promise<Finished> = make) =>
  wordsOf(await cache.get(key, shop, how))

/** Something to make that ends when it is told to. */
function slowly() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const start = async () => {
    const number = ++made
    await promise
    return text(`version ${number}`)
  }
  return { start, finish: resolve }
}

describe('what is kept', () => {
  it('is given out without being made again', async () => {
    expect([await get(), await get()]).toEqual(['version 1', 'version 1'])
    expect(cache.peek('page')?.body?.toString()).toBe('version 1')
    expect(cache.stats).toMatchObject({ hits: 2, misses: 1, entries: 1 })
  })

  it('is made anew after a change of its shop, not of another', async () => {
    await get()
    changes.shopChanged(2)
    expect(await get()).toBe('version 1')
    changes.shopChanged(shop)
    expect(cache.peek('page')).toBeUndefined()
    expect(await get()).toBe('version 2')
  })

  it('is made anew after a change of a product that it shows, not of another', async () => {
    const showing = async ({ productIds }: Dependencies) => {
      productIds.add(7)
      return make()
    }
    await get('page', showing)
    changes.productChanged(shop, 8)
    changes.productChanged(2, 7)
    expect(await get('page', showing)).toBe('version 1')
    changes.productChanged(shop, 7)
    expect(await get('page', showing)).toBe('version 2')
  })

  it('is made anew when anything may have changed', async () => {
    await get()
    changes.anythingChanged()
    expect(await get()).toBe('version 2')
  })

  it('is made anew when the clock says so', async () => {
    const past = async (on: Dependencies) => {
      on.until = Date.now() - 1
      return make()
    }
    expect([await get('page', past), await get('page', past)]).toEqual(['version 1', 'version 2'])
  })

  it('is only what is well', async () => {
    for (const status of [404, 302, 500]) {
      await cache.get(`${status}`, shop, async () => text('no', status))
      expect(cache.peek(`${status}`)).toBeUndefined()
    }
    await cache.get('moved', shop, async () => text('', 301))
    expect(cache.peek('moved')?.status).toBe(301)
  })
})

describe('what many ask for at once', () => {
  it('is made once', async () => {
    const { start, finish: done } = slowly()
    const all = Array.from({ length: 50 }, () => get('page', start))
    done()
    expect(new Set(await Promise.all(all))).toEqual(new Set(['version 1']))
    expect(made).toBe(1)
  })

  it('fails for all of them, and is tried again by the next', async () => {
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

describe('a change while something is being made', () => {
  it('makes it stale the moment it is done', async () => {
    const { start, finish: done } = slowly()
    const early = get('page', start)
    changes.shopChanged(shop)
    done()
    expect(await early).toBe('version 1')
    expect(cache.peek('page')).toBeUndefined()
    expect(await get()).toBe('version 2')
  })

  it('keeps those who come after it from getting what was begun before it', async () => {
    const before = slowly()
    const early = get('page', before.start)
    changes.shopChanged(shop)
    expect(await get()).toBe('version 2')
    before.finish()
    expect(await early).toBe('version 1')
    // What was begun earlier has ended later, and does not take the place of the newer.
    expect(cache.peek('page')?.body?.toString()).toBe('version 2')
  })
})

describe('while the database is gone', () => {
  const gone = async (): Promise<Finished> => {
    made++
    throw new AppError(503, 'unavailable', 'gone')
  }

  it('old answers are better than none', async () => {
    await get()
    changes.anythingChanged()
    expect(await get('page', gone)).toBe('version 1')
    expect(await get('page', async () => text('busy', 503))).toBe('version 1')
    await expect(get('other', gone)).rejects.toThrow('gone')
  })

  it('nothing is tried that is known to fail', async () => {
    await get()
    changes.anythingChanged()
    reachable = false
    expect(await get('page', gone)).toBe('version 1')
    await expect(get('other')).rejects.toMatchObject({ status: 503 })
    expect(made).toBe(1)
    reachable = true
    expect(await get()).toBe('version 2')
  })

  it('a fault of the program stays a fault', async () => {
    await get()
    changes.anythingChanged()
    const broken = async (): Promise<Finished> => {
      throw new TypeError('x is not a function')
    }
    await expect(get('page', broken)).rejects.toThrow(TypeError)
  })
})

describe('the room', () => {
  it('is never exceeded, and what is asked for stays', async () => {
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

  it('is not given to a single giant', async () => {
    cache = cacheOf(100_000)
    await get('giant', async () => text('x'.repeat(50_000)))
    expect(cache.stats).toMatchObject({ entries: 0, bytes: 0 })
  })
})
