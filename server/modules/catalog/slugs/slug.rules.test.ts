import { expect, test } from 'vitest'
import { makeSlug } from './slug.rules.ts'

test.each([
  ['Tidal Stoneware Mug', 'tidal-stoneware-mug'],
  ['  Candles & Lanterns! ', 'candles-lanterns'],
  ['Crème brûlée, 2 pcs', 'creme-brulee-2-pcs'],
  ['Smørrebrød Straße Łódź', 'smorrebrod-strasse-lodz'],
  ['Farmer’s Jug, ½ litre', 'farmers-jug-1-2-litre'],
  ['ＦＵＬＬ ｗｉｄｔｈ', 'full-width'],
  ['चाय का प्याला', 'product'],
  ['🍵', 'product'],
])('%j becomes %j', (name, slug) => expect(makeSlug(name, 'product')).toBe(slug))

test('cuts a long name between words and a long word anywhere', () => {
  expect(makeSlug('word '.repeat(40), 'product')).toMatch(/^(word-){19}word$/)
  expect(makeSlug('x'.repeat(200), 'product')).toHaveLength(100)
})
