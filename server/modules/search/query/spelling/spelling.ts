/** A known word that a misspelt one may stand for. */
export interface Candidate {
  word: string
  stem: string
  /** How many product names contain it. */
  nameCount: number
}

/** Longer words are not corrected. */
const MAX_WORD_LENGTH = 20
const WRONG_FIRST_LETTER_COST = 0.6
/** Candidates may cost less than this much more than the best one. */
const COST_RANGE = 1.1

/** The edit distance that a word of this length may have from its correction. */
function maxDistance(length: number): number {
  return length < 3 ? 0 : length < 6 ? 1 : 2
}

/** The singulars that an English plural may have: the shop may know "ladder" alone. */
export const singulars = (word: string): string[] => (/[^s]s$/.test(word) ? [word.slice(0, -1)] : [])

/** The letters and signs of Hindi, without those that `search_key` replaces. */
const devanagari = 'अआइईउऊऋएऐओऔऑकखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहािीुूृेैोौॉं्'

/** All texts at edit distance 1: one letter added, removed or replaced, or two neighbours swapped. */
export function editDistanceCandidates(word: string): string[] {
  if (maxDistance(word.length) === 0 || word.length > MAX_WORD_LENGTH) return []
  const letters = /[\u0900-\u097F]/.test(word) ? devanagari : 'abcdefghijklmnopqrstuvwxyz'
  const candidates = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    candidates.add(before + after.slice(1))
    candidates.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      candidates.add(before + letter + after)
      candidates.add(before + letter + after.slice(1))
    }
  }
  candidates.delete(word)
  return [...candidates].filter((candidate) => candidate.length > 1)
}

/** A word whose end is missing is less likely than a whole one with as many errors. */
const UNFINISHED_COST = 0.5
/** Beginnings of fewer letters have too many ends. */
const MIN_BEGINNING_LENGTH = 4
const MAX_BEGINNING_LENGTH = 12

/** Whether errors are sought in a word that the shopper may still be typing. */
export const isCorrectableBeginning = (word: string): boolean =>
  /^[a-z]+$/.test(word) && word.length >= MIN_BEGINNING_LENGTH && word.length <= MAX_BEGINNING_LENGTH

/** A candidate and how unlikely it is. */
export interface Correction {
  candidate: Candidate
  /** The edit distance, and more for errors that people rarely make. */
  cost: number
}

interface ClosestOptions {
  /** The end of the word may be missing. */
  isUnfinished?: boolean
  limit?: number
}

/** The candidates within the allowed edit distance, the most likely first. */
export function closestWords(
  word: string,
  candidates: readonly Candidate[],
  { isUnfinished = false, limit = 6 }: ClosestOptions = {},
): Correction[] {
  const close = candidates
    .flatMap((candidate) => {
      const whole = Math.min(
        ...[word, ...singulars(word)].map((form) => editDistances(form, candidate.word).at(-1) ?? 0),
      )
      const beginning = isUnfinished ? Math.min(...editDistances(word, candidate.word)) : Infinity
      const allowed = [whole, beginning].map((each) => (each <= maxDistance(word.length) ? each : Infinity))
      const distance = Math.min(allowed[0] ?? Infinity, (allowed[1] ?? Infinity) + UNFINISHED_COST)
      return distance === Infinity ? [] : [{ candidate, distance }]
    })
    .map(({ candidate, distance }) => {
      // People rarely mistype the first letter.
      const cost = distance + (candidate.word.startsWith(word.charAt(0)) ? 0 : WRONG_FIRST_LETTER_COST)
      return { candidate, cost }
    })
    .sort(
      (a, b) =>
        a.cost - b.cost ||
        b.candidate.nameCount - a.candidate.nameCount ||
        (a.candidate.word < b.candidate.word ? -1 : 1),
    )
  const best = close[0]?.cost ?? 0
  return close.filter(({ cost }) => cost < best + COST_RANGE).slice(0, limit)
}

/**
 * The Damerau-Levenshtein distances to all beginnings of a word, from the empty one to the whole word. They count letters
 * added, removed, replaced, or swapped with their neighbour.
 */
function editDistances(from: string, to: string): number[] {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      let distance = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        distance = Math.min(distance, (beforePrevious[j - 2] ?? 0) + 1)
      row.push(distance)
    }
    beforePrevious = previous
    previous = row
  }
  return previous
}
