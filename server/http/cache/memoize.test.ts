import { expect, it } from 'vitest'
import { createVersionCounter } from './version-counter.ts'
import { memoize } from './memoize.ts'

const shop = {
  shopId: 1,
  name: '',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'UTC',
  email: '',
}

function counting() {
  let calls = 0
  return async () => ++calls
}

it('computes once until the shop changes', async () => {
  const catalogVersion = createVersionCounter()
  const compute = counting()
  const read = () => memoize({ shop, services: { catalogVersion } }, 'total', compute)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  catalogVersion.shopChanged(2)
  catalogVersion.productChanged(1, 7)
  expect(await read()).toBe(1)
  catalogVersion.shopChanged(1)
  expect(await read()).toBe(2)
})

it('computes again after a change during the computation', async () => {
  const catalogVersion = createVersionCounter()
  const computed: number[] = []
  const slow = memoize({ shop, services: { catalogVersion } }, 'total', async () => {
    catalogVersion.shopChanged(1)
    return computed.push(1)
  })
  await slow
  await memoize({ shop, services: { catalogVersion } }, 'total', async () => computed.push(2))
  expect(computed).toEqual([1, 2])
})

it('keeps shops, keys and version counters apart', async () => {
  const compute = counting()
  const catalogVersion = createVersionCounter()
  await memoize({ shop, services: { catalogVersion } }, 'total', compute)
  await memoize({ shop: { ...shop, shopId: 2 }, services: { catalogVersion } }, 'total', compute)
  await memoize({ shop, services: { catalogVersion } }, 'facets', compute)
  await memoize({ shop, services: { catalogVersion: createVersionCounter() } }, 'total', compute)
  expect(await memoize({ shop, services: { catalogVersion: undefined } }, 'total', compute)).toBe(5)
})

it('does not keep a failure', async () => {
  const catalogVersion = createVersionCounter()
  await expect(
    memoize({ shop, services: { catalogVersion } }, 'total', () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  expect(await memoize({ shop, services: { catalogVersion } }, 'total', async () => 3)).toBe(3)
})

it('drops the least recently used entry', async () => {
  const catalogVersion = createVersionCounter()
  const compute = counting()
  const read = (key: string) => memoize({ shop, services: { catalogVersion } }, key, compute)
  await read('used')
  await read('unused')
  for (let index = 0; index < 999; index++) {
    await read(`filler ${index}`)
    await read('used')
  }
  expect(await read('used')).toBe(1)
  expect(await read('unused')).toBe(1002)
})
