import { expect, test } from 'vitest'
import { colourHex } from './colour-names.ts'

test('knows names in any case, with spaces, and no others', () => {
  expect(colourHex(' Dusty Blue ')).toBe('#6f8290')
  expect(colourHex('Whisper')).toBeNull()
  expect(colourHex('')).toBeNull()
})
