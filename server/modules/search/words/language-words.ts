import { readdirSync, readFileSync } from 'node:fs'

/** The words of one list: in the form of `searchKey`, sorted, one a line. It stays as bytes, because an array takes ten times as much. */
type WordList = Buffer

const NEWLINE = 10
let lists: readonly WordList[] | undefined

/**
 * Every `.txt` file of this folder, read at the first misspelt search. `en.txt` is SCOWL 10 to 60 (SCOWL-COPYRIGHT has its
 * licence), `en-goods.txt` has names of goods that SCOWL lacks. Another language is another file.
 */
function readLists(): readonly WordList[] {
  return (lists ??= readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`)))
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

const isListed = (word: string) => readLists().some((list) => lineFrom(list, word) === word)

/** Whether a general word list has the word, in the form of `searchKey`, or its singular. */
export const isLanguageWord = (word: string): boolean =>
  isListed(word) || (/[^s]s$/.test(word) && word.length > 4 && isListed(word.slice(0, -1)))

/** Whether a word of a list begins with the text, so that the shopper may be typing it. */
export const beginsLanguageWord = (text: string): boolean =>
  readLists().some((list) => lineFrom(list, text).startsWith(text))
