import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { callCatalog } from '#test/harness/ucp/catalog-call.ts'
import { getProduct } from './product.ts'

const { db, drop } = await testDatabase()
afterAll(drop)
let goods: Goods
let shoe: string
let blue8: string
let blue9: string
let red8: string
beforeAll(async () => {
  goods = await makeGoods(db)
  const variant = (Colour: string, Size: string, price: number, stock: number) => ({
    price,
    stock,
    sku: `${Colour}-${Size}`,
    options: { Colour, Size },
  })
  const id = await goods.add('Shoe', {
    options: ['Colour', 'Size'],
    variants: [variant('Blue', '8', 9_000, 0), variant('Blue', '9', 8_000, 1), variant('Red', '8', 7_000, 1)],
  })
  shoe = `p${id}`
  ;[blue8, blue9, red8] = (await variantsOf(db, id)).map((one) => `v${one}`) as [string, string, string]
})

interface Shown {
  product: {
    id: string
    selected?: { name: string; label: string }[]
    options?: { name: string; values: { label: string; available: boolean; exists: boolean }[] }[]
    variants: { id: string }[]
  }
  messages?: { code: string }[]
}
const show = async (sent: object) => (await callCatalog(db, getProduct, sent)) as unknown as Shown
const summaryOf = ({ product: { selected, variants, options } }: Shown) => ({
  selected: selected?.map(({ name, label }) => `${name}=${label}`).join(' '),
  variants: variants.map(({ id }) => id),
  // `+` can be ordered, `-` is sold out, `?` does not exist.
  options: options?.map(({ values }) =>
    values.map(({ label, available, exists }) => label + (available ? '+' : exists ? '-' : '?')).join(' '),
  ),
})
const choose = (name: string, label: string) => ({ name, label })
const isUnknown = expect.objectContaining({
  messages: [expect.objectContaining({ type: 'error', code: 'not_found', severity: 'unrecoverable' })],
}) as Error

describe('the selection', () => {
  test('without one, that of the cheapest variant that can be ordered', async () => {
    const expected = {
      selected: 'Colour=Red Size=8',
      variants: [red8],
      options: ['Blue- Red+', '8+ 9?'],
    }
    expect(summaryOf(await show({ id: shoe }))).toEqual(expected)
    expect(summaryOf(await show({ id: shoe, selected: [] }))).toEqual(expected)
    expect(summaryOf(await show({ id: 'shoe' }))).toEqual(expected)
  })

  test('shows the variants that match', async () => {
    expect(summaryOf(await show({ id: shoe, selected: [choose('Colour', 'Blue')] }))).toEqual({
      selected: 'Colour=Blue',
      variants: [blue9, blue8],
      options: ['Blue+ Red+', '8- 9+'],
    })
  })

  test('drops from the end of the preferences what no variant has', async () => {
    const selected = [choose('Colour', 'Red'), choose('Size', '9')]
    const remaining = async (preferences: string[]) =>
      summaryOf(await show({ id: shoe, selected, preferences })).selected
    expect(await remaining(['Colour', 'Size'])).toBe('Colour=Red')
    expect(await remaining(['Size', 'Colour'])).toBe('Size=9')
  })

  test('shows all variants if nothing of it remains', async () => {
    expect(summaryOf(await show({ id: shoe, selected: [choose('Colour', 'Pink')] }))).toMatchObject({
      selected: '',
      variants: [red8, blue9, blue8],
    })
  })

  test('is that of a variant that the id names, whatever is selected', async () => {
    const expected = { selected: 'Colour=Blue Size=8', variants: [blue8], options: ['Blue- Red+', '8- 9+'] }
    expect(summaryOf(await show({ id: blue8, selected: [choose('Colour', 'Red')] }))).toEqual(expected)
    expect(summaryOf(await show({ id: 'Blue-8' }))).toEqual(expected)
  })

  test('is missing where there is nothing to choose', async () => {
    const { product } = await show({ id: `p${goods.mug}`, selected: [choose('Size', 'L')] })
    expect(product).not.toHaveProperty('selected')
    expect(product).not.toHaveProperty('options')
    expect(product.variants).toHaveLength(1)
  })
})

test('filters narrow the variants', async () => {
  const filtered = async (sent: object) => summaryOf(await show({ id: shoe, ...sent })).variants
  expect(await filtered({ filters: { price: { min: 8_000, max: 8_500 } } })).toEqual([blue9])
  expect(await filtered({ filters: { price: { min: 8_500 } } })).toEqual([blue8])
  expect(await filtered({ filters: { price: { max: 1 } }, context: { currency: 'EUR' } })).toEqual([red8])
  await expect(filtered({ filters: { price: { max: 1 } } })).rejects.toThrow(isUnknown)
  await expect(filtered({ filters: { categories: ['Nothing'] } })).rejects.toThrow(isUnknown)
})

test('what shoppers cannot see does not exist', async () => {
  const [draft] = await variantsOf(db, goods.draft)
  const ids = [
    `p${goods.draft}`,
    `v${draft}`,
    `p${goods.foreign}`,
    'foreign',
    'p999999',
    '',
    '\0',
    'p01',
    'x'.repeat(100_000),
  ]
  for (const id of ids) await expect(show({ id }), id.slice(0, 20)).rejects.toThrow(isUnknown)
})

test('takes strange selections, and refuses thousands', async () => {
  const selected = (length: number) => Array.from({ length }, (_, n) => choose(`\0${n}`, '\ud800'))
  const preferences = (length: number) => Array.from({ length }, (_, n) => `__proto__${n}`)
  const shown = await show({ id: shoe, selected: selected(50), preferences: preferences(50) })
  expect(summaryOf(shown).selected).toBe('')
  await expect(show({ id: shoe, selected: selected(51) })).rejects.toThrow()
  await expect(show({ id: shoe, preferences: preferences(51) })).rejects.toThrow()
})
