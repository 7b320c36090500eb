import { describe, expect, test } from 'vitest'
import { toWireShape } from './wire-shape.ts'

const overTheWire = (value: object) => JSON.parse(JSON.stringify(value)) as unknown

describe('the wire shape', () => {
  test.each([
    [{ text: 'a', number: 1.5, flag: false, nothing: null }],
    [{ date: new Date(0), nested: { list: [new Date(1), { deep: new Date(2) }] } }],
    [{ missing: undefined, list: [undefined, 1, null], nested: { missing: undefined } }],
    [{ numbers: [Number.NaN, Number.POSITIVE_INFINITY, -0] }],
    [{ skipped: () => 1, symbols: [Symbol('a')] }],
    [{ empty: {}, none: [], texts: ['', '\u2028', '\ud800'] }],
    [JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1 }') as object],
  ])('of %o is the same as after JSON', (value) => {
    // JSON writes -0 as 0, and `toEqual` tells them apart.
    expect(overTheWire(toWireShape(value))).toStrictEqual(overTheWire(value))
    expect(Object.keys(toWireShape(value))).toEqual(Object.keys(overTheWire(value) as object))
    if (!('numbers' in value)) expect(toWireShape(value)).toStrictEqual(overTheWire(value))
  })

  test('cannot be changed at any depth, and leaves its source alone', () => {
    const source = { list: [{ name: 'a' }] }
    const shape = toWireShape(source)
    expect(() => shape.list.push({ name: 'b' })).toThrow(TypeError)
    expect(() => Object.assign(shape.list[0] ?? {}, { name: 'b' })).toThrow(TypeError)
    source.list.push({ name: 'c' })
    expect(shape).toEqual({ list: [{ name: 'a' }] })
  })
})
