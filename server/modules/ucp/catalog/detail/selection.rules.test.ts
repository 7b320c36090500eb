import { describe, expect, test } from 'vitest'
import { choicesOf, effectiveChoices, signalsOf, type Choice } from './selection.rules.ts'

const options = [
  { name: 'Colour', values: ['Blue', 'Red', 'Green'] },
  { name: 'Size', values: ['S', 'M', 'L'] },
  { name: 'Fit', values: ['Slim', 'Wide'] },
]
const variant = (Colour: string, Size: string, Fit: string, canOrder = true) => ({
  options: { Colour, Size, Fit },
  canOrder,
})
const variants = [
  variant('Blue', 'S', 'Slim'),
  variant('Blue', 'M', 'Slim'),
  variant('Blue', 'M', 'Wide', false),
  variant('Red', 'L', 'Wide'),
  variant('Green', 'S', 'Slim', false),
]

/** `Colour=Blue Size=M` */
const read = (text: string): Choice[] =>
  text === ''
    ? []
    : text.split(' ').map((pair) => ({ name: pair.split('=')[0]!, label: pair.split('=')[1]! }))
const write = (choices: readonly Choice[]) => choices.map(({ name, label }) => `${name}=${label}`).join(' ')

test.each([
  ['all of a variant', 'Colour=Blue Size=M Fit=Wide', '', 'Colour=Blue Size=M Fit=Wide'],
  ['some of a variant', 'Size=M', '', 'Size=M'],
  ['none', '', '', ''],
  ['the order of the options', 'Size=M Colour=Blue', 'Size Colour', 'Colour=Blue Size=M'],
  ['any case and spaces', 'colour=BLUE size=m', '', 'Colour=Blue Size=M'],
  ['drops the last preference', 'Colour=Blue Size=L', 'Colour Size', 'Colour=Blue'],
  ['drops the last preference, the other way round', 'Colour=Blue Size=L', 'Size Colour', 'Size=L'],
  ['drops more than one', 'Colour=Green Size=L Fit=Wide', 'Colour Size Fit', 'Colour=Green'],
  [
    'drops what no preference names first',
    'Fit=Wide Colour=Blue Size=S',
    'Colour Size',
    'Colour=Blue Size=S',
  ],
  ['drops in the order of the choices without preferences', 'Size=L Colour=Blue', '', 'Size=L'],
  ['ignores preferences that nothing was chosen for', 'Size=M', 'Material Colour Size', 'Size=M'],
  ['reads preferences in any case', 'Colour=Blue Size=L', 'SIZE colour', 'Size=L'],
  ['forgets values that no variant has', 'Colour=Pink Size=M', 'Colour Size', 'Size=M'],
  ['forgets options that the product lacks', 'Material=Wool Size=M', 'Material Size', 'Size=M'],
  ['forgets names of the language', '__proto__=x constructor=Object Size=M', '', 'Size=M'],
  ['counts the first of two choices', 'Size=M Size=S', '', 'Size=M'],
  ['holds a variant that is sold out', 'Colour=Green', '', 'Colour=Green'],
])('selection: %s', (_, wanted, preferences, effective) => {
  const names = preferences === '' ? [] : preferences.split(' ')
  expect(write(effectiveChoices(options, variants, read(wanted), names))).toBe(effective)
})

describe('signals', () => {
  /** `+` can be ordered, `-` is sold out, `?` does not exist. */
  const draw = (chosen: string) =>
    signalsOf(options, variants, read(chosen)).map(({ values }) =>
      values.map(({ label, available, exists }) => label + (available ? '+' : exists ? '-' : '?')).join(' '),
    )
  test.each([
    ['', ['Blue+ Red+ Green-', 'S+ M+ L+', 'Slim+ Wide+']],
    ['Colour=Blue', ['Blue+ Red+ Green-', 'S+ M+ L?', 'Slim+ Wide-']],
    ['Size=M', ['Blue+ Red? Green?', 'S+ M+ L+', 'Slim+ Wide-']],
    ['Colour=Blue Size=S', ['Blue+ Red? Green-', 'S+ M+ L?', 'Slim+ Wide?']],
    ['Colour=Blue Size=M Fit=Wide', ['Blue- Red? Green?', 'S? M- L?', 'Slim+ Wide-']],
  ])('relative to %j', (chosen, drawn) => {
    expect(draw(chosen)).toEqual(drawn)
  })
})

test('lists the values of a variant in the order of the options', () => {
  expect(write(choicesOf({ options: { Size: 'M', Colour: 'Blue' } }, options))).toBe('Colour=Blue Size=M')
})
