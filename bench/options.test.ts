import { expect, test } from 'vitest'
import { readOptions, suiteNames } from './options.ts'

test('without arguments everything is measured in full', () => {
  expect(readOptions([])).toMatchObject({ quick: false, suites: suiteNames, manyProducts: 100_000 })
})

test('what is given counts, in the order of the table', () => {
  const options = readOptions(['--quick', '--only', 'memory,pages', '--memoryLoad', '7'])
  expect(options).toMatchObject({ quick: true, suites: ['pages', 'memory'], memoryLoad: 7 })
  expect(readOptions(['--growth', '1000000,1000']).growth).toEqual([1000, 1_000_000])
})

test.each([
  ['--only', 'pges'],
  ['--rounds', 'many'],
  ['--rounds', '0'],
  ['--growth', '10,,20'],
  ['--unknown'],
])('%s %s is refused', (...args) => {
  expect(() => readOptions(args)).toThrow()
})
