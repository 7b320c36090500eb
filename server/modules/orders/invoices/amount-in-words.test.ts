import { expect, test } from 'vitest'
import { rupeesInWords } from './amount-in-words.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [5, 'Rupees Zero and Five Paise Only'],
  [97_398, 'Rupees Nine Hundred Seventy Three and Ninety Eight Paise Only'],
  [2_000_000, 'Rupees Twenty Thousand Only'],
  [12_345_600, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six Only'],
  [1_000_000_001_000, 'Rupees One Thousand Crore Ten Only'],
  [90_901_900, 'Rupees Nine Lakh Nine Thousand Nineteen Only'],
])('%i paise in words', (paise, text) => {
  expect(rupeesInWords(paise)).toBe(text)
})
