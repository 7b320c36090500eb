import { expect, test } from 'vitest'
import { readOptions, suiteNames } from './options.ts'

test('without arguments every suite is measured in full', () => {
  expect(readOptions([])).toMatchObject({ quick: false, suites: suiteNames, products: 100_000 })
})

test('what is given counts, in the order of the table', () => {
  const options = readOptions(['--quick', '--only', 'pages,memory', '--memoryLoad', '7'])
  expect(options).toMatchObject({ quick: true, suites: ['memory', 'pages'], memoryLoad: 7 })
  expect(readOptions(['--products', '1000000']).products).toBe(1_000_000)
})

test('the suite that changes the large shop follows those that measure it', () => {
  const { suites } = readOptions(['--only', 'volume,personal,search,dashboard,growth,uncached,cart'])
  expect(suites).toEqual(['cart', 'personal', 'uncached', 'growth', 'dashboard', 'search', 'volume'])
})

test.each([['--only', 'pges'], ['--rounds', 'many'], ['--rounds', '0'], ['--unknown']])(
  '%s %s is refused',
  (...args) => {
    expect(() => readOptions(args)).toThrow()
  },
)
