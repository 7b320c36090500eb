import { expect, test } from 'vitest'
import { isComplete, isNumberOf, scanItem, tapLine, type Packed } from './scan.ts'

const jug = { lineId: 1, sku: 'JUG-1', barcode: '4006381333931', productname: 'Jug', lefttoship: 2 }
const vase = { lineId: 2, sku: '', barcode: null, productname: 'Vase', lefttoship: 1 }
const sent = { lineId: 3, sku: 'OLD', barcode: null, productname: 'Tray', lefttoship: 0 }
const order = { number: 'ABCD-EFGH', serial: '2026-000007', lines: [jug, vase, sent] }
const none: Packed = new Map()

test('each scan of a SKU or barcode packs one unit', () => {
  const once = scanItem(order, none, ' jug-1')
  expect([...once.packed]).toEqual([[1, 1]])
  const twice = scanItem(order, once.packed, '4006381333931')
  expect([...twice.packed]).toEqual([[1, 2]])
  expect(isComplete(order, twice.packed)).toBe(false)
  expect(isComplete(order, tapLine(twice.packed, vase))).toBe(true)
})

test('a code that does not fit changes nothing and says why', () => {
  const full = tapLine(none, jug)
  expect(scanItem(order, full, 'JUG-1')).toEqual({
    packed: full,
    problem: 'Order 2026-000007 has only 2 × Jug, and they are packed',
  })
  for (const code of ['CUP-9', 'OLD', '-'])
    expect(scanItem(order, none, code)).toEqual({
      packed: none,
      problem: `${code} is not in order 2026-000007`,
    })
})

test('a tap packs a whole line, and a second one takes it out', () => {
  const packed = tapLine(none, jug)
  expect(packed.get(1)).toBe(2)
  expect(tapLine(packed, jug).get(1)).toBe(0)
})

test('an order is known by its serial and its number, however they are typed', () => {
  expect([isNumberOf(order, '2026000007'), isNumberOf(order, 'abcd-efgh'), isNumberOf(order, '')]).toEqual([
    true,
    true,
    false,
  ])
})
