import { describe, expect, test } from 'vitest'
import { combine, countCombinations, newVariant, variantName, type OptionDraft } from './combinations.ts'

const option = (key: string, ...texts: string[]): OptionDraft => ({
  key,
  name: key,
  values: texts.map((text) => ({ key: text, text })),
})
const colour = option('colour', 'Sage', 'Clay')
const size = option('size', 'S', 'M')
const named = (options: OptionDraft[], variants: ReturnType<typeof combine>) =>
  variants.map((variant) => `${variantName(options, variant)}${variant.id ? ` #${variant.id}` : ''}`)

const simple = { ...newVariant(), id: 1, price: '500' }

describe('combinations', () => {
  test('makes one variant without options', () => {
    expect(combine([], [simple])).toEqual([simple])
    expect(combine([option('colour')], [simple])).toEqual([simple])
    expect(combine([], [])).toHaveLength(1)
  })

  test('gives the first value of a new option the existing variant', () => {
    const made = combine([colour], [simple])
    expect(named([colour], made)).toEqual(['Sage #1', 'Clay'])
    expect(made[0]?.price).toBe('500')
  })

  test('combines every value with every other and keeps ids', () => {
    const two = combine([colour], [simple])
    const four = combine([colour, size], [two[0]!, { ...two[1]!, id: 2 }])
    expect(named([colour, size], four)).toEqual(['Sage / S #1', 'Sage / M', 'Clay / S #2', 'Clay / M'])
  })

  test('drops the variants of a removed value and adds those of a new one', () => {
    const two = combine([colour], [simple]).map((variant, index) => ({ ...variant, id: index + 1 }))
    const other = option('colour', 'Clay', 'Oat')
    expect(named([other], combine([other], two))).toEqual(['Clay #2', 'Oat'])
  })

  test('keeps the first variant of each combination when an option is removed', () => {
    const four = combine([colour, size], []).map((variant, index) => ({ ...variant, id: index + 1 }))
    expect(named([colour], combine([colour], four))).toEqual(['Sage #1', 'Clay #3'])
    expect(combine([], four).map(({ id }) => id)).toEqual([1])
  })

  test('orders variants like the values', () => {
    const turned = option('colour', 'Clay', 'Sage')
    const two = combine([colour], [simple])
    expect(named([turned], combine([turned], two))).toEqual(['Clay', 'Sage #1'])
  })

  test('counts combinations without making them', () => {
    expect(countCombinations([])).toBe(1)
    expect(countCombinations([colour, size, option('empty')])).toBe(4)
  })
})
