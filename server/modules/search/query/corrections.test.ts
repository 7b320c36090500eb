import { afterAll, describe, expect, it } from 'vitest'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { testDatabase } from '#test/harness/app/database.ts'
import { countWords, searchProducts } from '../index.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }

const names = new Map<number, string>()
await db.transaction().execute(async (tx) => {
  const categoryId = await createCategory(tx, context, { name: 'Everything' })
  const add = async (name: string, ...skus: string[]) => {
    const description = name === 'Wireless headphones' ? 'With an equalizer.' : ''
    const options = skus.length > 1 ? ['Size'] : []
    const variants = (skus.length > 0 ? skus : [undefined]).map((sku, index) => ({
      price: 100,
      stock: 3,
      ...(sku && { sku }),
      ...(options.length > 0 && { options: { Size: String(index) } }),
    }))
    names.set(await createProduct(tx, context, { name, description, categoryId, options, variants }), name)
  }
  await add('Soda maker')
  await add('Touch screen gloves')
  await add('Tidal stoneware mug', 'HT-MUG-017-XL', 'HT-MUG-017-S')
  await add('Copper kettle', 'HT-KET-170')
  await add('Wireless headphones')
  await add('Bluetooth speaker', 'BT_2040/EU')
  await add('Dotted notebook')
  await add('Watering can')
  await add('Ceramic teapot')
  await add('Wall calendar')
  await add('Woollen blanket')
  await add('Kitchen scissors')
  await add('Car mat')
  await add('Pet bed')
  await add('Book case in walnut')
  await add('Refrigerator magnet')
  await add('Sand timer')
  await add('Pill jar')
  await add('Bath towel')
})
await countWords(db, 1)

const search = async (q: string) => {
  const { ids, correctedQuery } = await searchProducts(db, 1, q)
  return { found: ids.map((id) => names.get(id)), correctedQuery }
}

describe('a word of the language', () => {
  it.each([
    'sandal',
    'pillow',
    'sofa',
    'Sofas',
    'couch',
    'couches',
    'sods',
    'blankly',
    'carpet',
    'camera',
    'cupboards',
  ])('is not corrected into another: %s', async (q) =>
    expect(await search(q)).toEqual({ found: [], correctedQuery: undefined }),
  )

  it('is not corrected beside other words either', async () => {
    expect((await search('leather couch gloves')).correctedQuery).toBeUndefined()
    expect((await search('leather couch glovs')).correctedQuery).toBe('leather couch gloves')
  })

  it('finds products with its parts, if these are words', async () => {
    expect(await search('bathroom')).toEqual({ found: ['Bath towel'], correctedQuery: undefined })
  })

  it('finds its parts together if products have them beside each other', async () => {
    expect((await search('bookcase')).found).toEqual(['Book case in walnut'])
  })

  it('finds its starter synonyms', async () => {
    expect((await search('fridge')).found).toEqual(['Refrigerator magnet'])
    expect((await search('cup')).found).toEqual(['Tidal stoneware mug'])
  })
})

it('keeps words that the search ignores in the corrected query', async () => {
  expect(await search('wtaering can')).toEqual({
    found: ['Watering can'],
    correctedQuery: 'watering can',
  })
  expect((await search('the "dotted notebook" and a ketle')).correctedQuery).toBe(
    'the "dotted notebook" and a kettle',
  )
})

describe('an unfinished word with a slip', () => {
  it.each([
    ['stonwa', 'Tidal stoneware mug', 'stoneware'],
    ['keetl', 'Copper kettle', 'kettle'],
    ['headfon', 'Wireless headphones', 'headphones'],
    ['equlize', 'Wireless headphones', 'equalizer'],
    ['blutoo', 'Bluetooth speaker', 'bluetooth'],
    ['notbo', 'Dotted notebook', 'notebook'],
    ['watreri', 'Watering can', 'watering'],
    ['ceramc', 'Ceramic teapot', 'ceramic'],
    ['calander', 'Wall calendar', 'calendar'],
    ['blakn', 'Woollen blanket', 'blanket'],
    ['scisor', 'Kitchen scissors', 'scissors'],
    ['copper keetl', 'Copper kettle', 'copper kettle'],
  ])('%s finds %s', async (q, name, correctedQuery) => {
    expect(await search(q)).toEqual({ found: [name], correctedQuery })
  })

  it.each(['stoneware', 'stone', 'ket', 'kettl', 'copper k'])('stays if it has none: %s', async (q) => {
    const { found, correctedQuery } = await search(q)
    expect(found[0]).toBe(q.startsWith('stone') ? 'Tidal stoneware mug' : 'Copper kettle')
    expect(correctedQuery).toBeUndefined()
  })

  it.each(['couc', 'zzzz', 'xq', 'kexxl'])('%s begins nothing that the shop has', async (q) => {
    expect(await search(q)).toEqual({ found: [], correctedQuery: undefined })
  })
})

describe('a part of a SKU', () => {
  it.each([
    ['ht-mug', 'Tidal stoneware mug'],
    ['HT-MUG-0', 'Tidal stoneware mug'],
    ['mug-017', 'Tidal stoneware mug'],
    ['mug 017', 'Tidal stoneware mug'],
    ['017-x', 'Tidal stoneware mug'],
    ['017', 'Tidal stoneware mug'],
    ['170', 'Copper kettle'],
    ['ket-1', 'Copper kettle'],
    ['2040', 'Bluetooth speaker'],
    ['2040/eu', 'Bluetooth speaker'],
  ])('%s finds %s first', async (q, name) => {
    expect((await search(q)).found[0]).toBe(name)
  })

  it.each(['17', '17-x', '-', 'xl', '040'])('%j is none', async (q) => {
    expect((await search(q)).found).toEqual([])
  })
})
