import { expect, test } from 'vitest'
import { defaults } from './model.ts'
import { readCommand } from './options.ts'

test('what is not given has the default of the model', () => {
  expect(readCommand(['predict'])).toEqual({ name: 'predict', orders: undefined, on: defaults })
  expect(readCommand(['predict', '--orders', '500', '--peak-factor', '5', '--shops', '1000'])).toEqual({
    name: 'predict',
    orders: 500,
    on: { ...defaults, peakFactor: 5, shops: 1000 },
  })
  expect(readCommand(['check', '--large', '1'])).toMatchObject({ rates: [0.05, 1], seconds: 25 })
  expect(readCommand(['measure'])).toEqual({ name: 'measure' })
})

test.each([
  [[]],
  [['guess']],
  [['measure', '--orders', '5']],
  [['predict', '--orders', 'many']],
  [['predict', '--peak-factor', '0']],
])('%j is refused', (args) => {
  expect(() => readCommand(args)).toThrow()
})
