/** A word that may have been meant, and in how many names it occurs. */
export interface Candidate {
  word: string
  stem: string
  named: number
}

/** How many slips a word of this many letters may have. */
function mostSlips(length: number): number {
  return length < 3 ? 0 : length < 7 ? 1 : 2
}

/** What one slip makes of a word: a letter too many, too few, another one, two the wrong way round. */
export function slipsOf(word: string): string[] {
  if (mostSlips(word.length) === 0 || word.length > 20) return []
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const made = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    made.add(before + after.slice(1))
    made.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      made.add(before + letter + after)
      made.add(before + letter + after.slice(1))
    }
  }
  made.delete(word)
  return [...made].filter((each) => each.length > 1)
}

/** The candidates that are near enough to the word, the likeliest first. */
export function nearest(word: string, candidates: readonly Candidate[], most = 5): Candidate[] {
  const near = candidates
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate.word) }))
    .filter(({ slips }) => slips <= mostSlips(word.length))
    .map(({ candidate, slips }) => {
      // The first letter is seldom the wrong one.
      const cost = slips + (candidate.word.startsWith(word.charAt(0)) ? 0 : 0.6)
      return { candidate, cost }
    })
    .sort(
      (a, b) =>
        a.cost - b.cost ||
        b.candidate.named - a.candidate.named ||
        (a.candidate.word < b.candidate.word ? -1 : 1),
    )
  const best = near[0]?.cost ?? 0
  return near
    .filter(({ cost }) => cost < best + 0.7)
    .map(({ candidate }) => candidate)
    .slice(0, most)
}

/** Letters to add, leave out, change, or swap with their neighbour to make one word of the other. */
function slipsBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[to.length] ?? 0
}
