import { expect, it } from 'vitest'
import { countChanges } from '#server/http/changes.ts'
import { remember } from './remember.ts'

const shop = { configId: 1, name: '', tagline: '', currency: 'INR', locale: 'en-IN', timeZone: 'UTC' }

function counter() {
  let made = 0
  return async () => ++made
}

it('makes once until the shop changes', async () => {
  const changes = countChanges()
  const make = counter()
  const ask = () => remember({ shop, changes }, 'total', make)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  changes.shopChanged(2)
  changes.productChanged(1, 7)
  expect(await ask()).toBe(1)
  changes.shopChanged(1)
  expect(await ask()).toBe(2)
})

it('makes again what a change overtook while it was made', async () => {
  const changes = countChanges()
  const made: number[] = []
  const slow = remember({ shop, changes }, 'total', async () => {
    changes.shopChanged(1)
    return made.push(1)
  })
  await slow
  await remember({ shop, changes }, 'total', async () => made.push(2))
  expect(made).toEqual([1, 2])
})

it('keeps shops, keys and processes apart', async () => {
  const make = counter()
  const changes = countChanges()
  await remember({ shop, changes }, 'total', make)
  await remember({ shop: { ...shop, configId: 2 }, changes }, 'total', make)
  await remember({ shop, changes }, 'facets', make)
  await remember({ shop, changes: countChanges() }, 'total', make)
  expect(await remember({ shop, changes: undefined }, 'total', make)).toBe(5)
})

it('does not keep a failure', async () => {
  const changes = countChanges()
  await expect(remember({ shop, changes }, 'total', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(await remember({ shop, changes }, 'total', async () => 3)).toBe(3)
})

it('lets the longest unused go', async () => {
  const changes = countChanges()
  const make = counter()
  const ask = (key: string) => remember({ shop, changes }, key, make)
  await ask('used')
  await ask('unused')
  for (let index = 0; index < 999; index++) {
    await ask(`filler ${index}`)
    await ask('used')
  }
  expect(await ask('used')).toBe(1)
  expect(await ask('unused')).toBe(1002)
})
