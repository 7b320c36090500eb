import { expect, test } from 'vitest'
import { parseAmount, recogniseDecimalMark } from './amount.rules.ts'
import { createCellReader } from './cell-reader.ts'

test.each([
  ['1499', 1499],
  ['1,499.50', 1499.5],
  ['₹ 1,00,499.50', 100_499.5],
  ['Rs. 12', 12],
  ['Rs.50', 50],
  ['.99', 0.99],
  ['$.99', 0.99],
  [',79', 0.79],
  ['4,50', 4.5],
  ['1.499,50 €', 1499.5],
  ['1’499.–', 1499],
  ['kr 12,-', 12],
  ['1 299,00 zł', 1299],
  ['1\u202f299,00', 1299],
  ['-3', -3],
  ['12.50-', -12.5],
  ['−12.50', -12.5],
  ['(12.50)', -12.5],
  ['$-5', -5],
  ['5 €-', -5],
  ['1.25E+3', 1250],
  ['१,२३४.५०', 1234.5],
  ['١٢٫٥٠', 12.5],
  ['007', 7],
])('reads the amount %s', (text, value) => {
  expect(parseAmount(text, '.')?.value).toBe(value)
})

test.each([
  '',
  '-',
  '€',
  'free',
  '2 for 5',
  '5 5',
  '1,2,3',
  '1.2.3',
  '1,23,4567',
  '1,299.99.1',
  '--5',
  '(-5)',
  '12 pcs',
  '12%',
  '0.5 kg',
  'EUR 5 $',
  '1e400',
  '#REF!',
  '10-Dec',
  'A5',
])('“%s” is no amount', (text) => {
  expect(parseAmount(text, '.')).toBeUndefined()
  expect(parseAmount(text, ',')).toBeUndefined()
})

test('every way of writing an amount has its value', () => {
  const groups: Record<string, (units: string) => string> = {
    none: (units) => units,
    threes: (units) => units.replaceAll(/\B(?=(?:\d{3})+$)/g, 'G'),
    India: (units) =>
      units.replace(
        /\d{4,}$/,
        (all) => `${all.slice(0, -3).replaceAll(/\B(?=(?:\d{2})+$)/g, 'G')}G${all.slice(-3)}`,
      ),
  }
  const around: ((amount: string) => [string, sign: 1 | -1])[] = [
    (amount) => [amount, 1],
    (amount) => [`-${amount}`, -1],
    (amount) => [`${amount}-`, -1],
    (amount) => [`(${amount})`, -1],
    (amount) => [`€ ${amount}`, 1],
    (amount) => [`${amount} EUR`, 1],
    (amount) => [`-${amount}\u00a0€`, -1],
    (amount) => [`  ${amount} `, 1],
  ]
  let tried = 0
  for (const cents of [
    0, 1, 5, 79, 99, 100, 150, 1_999, 99_999, 123_456, 100_000_00, 1_234_567_89, 200_000_000_00,
  ]) {
    const [units, decimals] = [String(Math.floor(cents / 100)), String(cents % 100).padStart(2, '0')]
    for (const mark of ['.', ','] as const) {
      for (const group of mark === '.' ? [',', ' ', '’', "'"] : ['.', ' ', '’']) {
        for (const [name, write] of Object.entries(groups)) {
          if (name === 'India' && group !== ',') continue
          const grouped = write(units).replaceAll('G', group)
          const forms = [`${grouped}${mark}${decimals}`, ...(units === '0' ? [`${mark}${decimals}`] : [])]
          for (const form of forms) {
            for (const wrap of around) {
              const [text, sign] = wrap(form)
              const read = parseAmount(text, mark)
              expect([text, read?.value]).toEqual([text, (sign * cents) / 100 || 0])
              expect([text, read?.doubt]).toEqual([text, undefined])
              tried++
            }
          }
        }
      }
    }
  }
  expect(tried).toBeGreaterThan(1_000)
})

test('an amount that both marks can read is in doubt', () => {
  expect(parseAmount('1,234', '.')).toEqual({ value: 1234, doubt: 'thousands' })
  expect(parseAmount('1,234', ',')).toEqual({ value: 1.234, doubt: 'thousands' })
  expect(parseAmount('0,234', '.')).toEqual({ value: 0.234 })
})

test('recognises the decimal mark', () => {
  expect(recogniseDecimalMark(['4,50', '1.200,00', '3'])).toEqual({ mark: ',', isSure: true })
  expect(recogniseDecimalMark(['4.50', '1,200', '3'])).toEqual({ mark: '.', isSure: true })
  expect(recogniseDecimalMark(['1.299,000'])).toEqual({ mark: ',', isSure: true })
  expect(recogniseDecimalMark([',79'])).toEqual({ mark: ',', isSure: true })
  expect(recogniseDecimalMark(['1,299', '800'])).toEqual({ mark: '.', isSure: false })
  expect(recogniseDecimalMark([])).toEqual({ mark: '.', isSure: true })
})

/** Reads one cell of the shop in Germany. */
function readCell(column: 'price' | 'percent' | 'grams' | 'whole', text: string, isMarkSure = true) {
  const mapping = { value: 'Value' }
  const settings = {
    mapping,
    decimalMark: '.',
    isMarkSure,
    dateOrder: undefined,
    addsOptionToSkus: false,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
  } as const
  const remarks = { problems: [] as string[], notes: [] as string[] }
  const row = { line: 2, cells: { Value: text } }
  return [createCellReader(settings)[column](row, 'value', remarks), ...remarks.problems, ...remarks.notes]
}

test('says what it rounds, guesses and refuses', () => {
  expect(readCell('price', '12.345')).toEqual([12.35, 'Line 2: “12.345” under Value is rounded to 12.35'])
  expect(readCell('price', '€ 1.005')).toEqual([1.01, 'Line 2: “€ 1.005” under Value is rounded to 1.01'])
  expect(readCell('price', '$ 5')).toEqual([
    undefined,
    'Line 2: “$ 5” under Value is not in EUR, the currency of this shop',
  ])
  expect(readCell('price', '12.50-')).toEqual([
    undefined,
    'Line 2: “12.50-” under Value is not an amount of 0 or more',
  ])
  expect(readCell('price', '1,234', false)).toEqual([
    1234,
    'Line 2: “1,234” under Value is read as 1234. If that is wrong, choose how decimals are written',
  ])
  expect(readCell('price', '1,234')).toEqual([1234])
  expect(readCell('price', '1.25E+3')).toEqual([
    1250,
    'Line 2: “1.25E+3” under Value was shortened by a spreadsheet and is read as 1250',
  ])
  expect(readCell('percent', '18 %')).toEqual([18])
  expect(readCell('whole', '2.5')).toEqual([undefined, 'Line 2: Value must be a whole number'])
})

test('weighs in the unit of the cell', () => {
  expect(readCell('grams', '.05 kg')).toEqual([50])
  expect(readCell('grams', '250')).toEqual([250])
  expect(readCell('grams', '.5 lb')).toEqual([227])
  expect(readCell('grams', '0.4 g')).toEqual([0, 'Line 2: “0.4 g” under Value is rounded to 0 g'])
  expect(readCell('grams', '5 stone')).toEqual([
    undefined,
    'Line 2: “5 stone” under Value is not an amount of 0 or more',
  ])
})
