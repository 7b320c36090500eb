import { expect, it } from 'vitest'
import { tabForKey } from './tab-keys.ts'

it.each([
  ['ArrowRight', 0, 'b'],
  ['ArrowRight', 2, 'a'],
  ['ArrowLeft', 2, 'b'],
  ['ArrowLeft', 0, 'c'],
  ['Home', 1, 'a'],
  ['End', 1, 'c'],
  [' ', 1, 'b'],
  ['Tab', 1, undefined],
])('%s on tab %i selects %s', (key, index, tab) => expect(tabForKey(key, ['a', 'b', 'c'], index)).toBe(tab))
