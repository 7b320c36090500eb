import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../query/language.ts'

/** The words of one list: in the form of `searchKey`, sorted, one a line. It stays as bytes, because an array takes ten times as much. */
type WordList = Buffer

const NEWLINE = 10
const lists = new Map<string, readonly WordList[]>()

/**
 * The `.txt` files of this folder whose names begin with the language, read at its first misspelt search. `en.txt` is SCOWL
 * 10 to 60 (SCOWL-COPYRIGHT has its licence), `en-goods.txt` has names of goods that SCOWL lacks. Another language is another
 * file. Latin words in Hindi shops are mostly English.
 */
function readLists(language: Language): readonly WordList[] {
  const known = lists.get(language)
  if (known) return known
  const begin = language === 'hi' ? 'en' : language
  const read = readdirSync(import.meta.dirname)
    .filter((name) => name.startsWith(begin) && name.endsWith('.txt'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`))
  lists.set(language, read)
  return read
}

/** The first line of the list that is not before `text` in byte order; empty behind the last one. */
function lineFrom(list: WordList, text: string): string {
  let [low, high] = [0, list.length]
  while (low < high) {
    const start = list.lastIndexOf(NEWLINE, ((low + high) >> 1) - 1) + 1
    const end = list.indexOf(NEWLINE, start)
    if (list.toString('utf8', start, end) < text) low = end + 1
    else high = start
  }
  return list.toString('utf8', low, Math.max(low, list.indexOf(NEWLINE, low)))
}

const isListed = (word: string, language: Language) =>
  readLists(language).some((list) => lineFrom(list, word) === word)

/** Whether a general word list has the word, in the form of `searchKey`, or its singular. */
export const isLanguageWord = (word: string, language: Language): boolean =>
  isListed(word, language) ||
  (/[^s]s$/.test(word) && word.length > 4 && isListed(word.slice(0, -1), language))

/** Without a list, a shorter word is as likely another word as a slip. */
const MIN_UNLISTED_LENGTH = 5

/** Whether the word may be a slip: no list of the language has it. */
export const isCorrectable = (word: string, language: Language): boolean =>
  readLists(language).length > 0 && !/[\u0900-\u097F]/.test(word)
    ? !isLanguageWord(word, language)
    : word.length >= MIN_UNLISTED_LENGTH

/** Whether a word of a list begins with the text, so that the shopper may be typing it. */
export const beginsLanguageWord = (text: string, language: Language): boolean =>
  readLists(language).some((list) => lineFrom(list, text).startsWith(text))
