import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { beginsLanguageWord, isLanguageWord } from './language-words.ts'

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))
const linesOf = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8').split('\n')

describe.each(files)('%s', (name) => {
  const words = linesOf(name).slice(0, -1)
  it('is sorted, without repetition, in the form in which searches are compared', () => {
    expect(linesOf(name).at(-1)).toBe('')
    expect(words.filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([])
    expect(words).toEqual([...new Set(words)].sort())
  })

  it('is found word by word, from the first to the last', () => {
    const asked = words.filter((_, index) => index % 97 === 0 || index < 3 || index > words.length - 4)
    expect(asked.filter((word) => !isLanguageWord(word, 'en'))).toEqual([])
    expect(asked.filter((word) => !beginsLanguageWord(word.slice(0, -1), 'en'))).toEqual([])
  })
})

it.each(['sofa', 'couch', 'touch', 'colour', 'color', 'bedsheet', 'bedsheets', 'wifi'])(
  'knows %s',
  (word) => {
    expect(isLanguageWord(word, 'en')).toBe(true)
  },
)

it.each(['', 'a', 'zzzz', 'couc', 'stonwa', 'keetl', 'notbo', 'kettel', 'été', 'ss', 'mugg', '~'])(
  'does not know %j',
  (word) => {
    expect(isLanguageWord(word, 'en')).toBe(false)
  },
)

it('knows how words begin', () => {
  expect(['couc', 'zo', 'aard'].map((text) => beginsLanguageWord(text, 'en'))).toEqual([true, true, true])
  expect(['stonwa', 'zzzz', 'keetl', '~', 'ü'].map((text) => beginsLanguageWord(text, 'en'))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})
