/** Words of one search, and those that took their place in another. */
export interface WordPair {
  failed: string
  worked: string
}

/** Longer parts are no synonyms. */
const MAX_WORDS = 3
const MAX_LENGTH = 100

/**
 * The words in which two texts differ: "red divan" and "red sofa" are `divan` and `sofa`. Undefined if one text has all words of
 * the other, as a refinement does, or if the texts differ in more than three words. The texts are search keys.
 */
export function differingWords(failedText: string, workedText: string): WordPair | undefined {
  const [failed, worked] = [failedText.split(' '), workedText.split(' ')]
  if (hasAll(failed, worked) || hasAll(worked, failed)) return undefined
  while (failed[0] === worked[0]) [failed, worked].forEach((words) => words.shift())
  while (failed.at(-1) === worked.at(-1)) [failed, worked].forEach((words) => words.pop())
  if (Math.max(failed.length, worked.length) > MAX_WORDS) return undefined
  const pair = { failed: failed.join(' '), worked: worked.join(' ') }
  const isUsable = Object.values(pair).every((words) => words.length > 0 && words.length <= MAX_LENGTH)
  return isUsable ? pair : undefined
}

const hasAll = (words: readonly string[], others: readonly string[]) =>
  others.every((word) => words.includes(word))
