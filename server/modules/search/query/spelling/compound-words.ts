import type { KnownWord } from './spelling.queries.ts'

/** Longer words are not taken apart. */
const MAX_LENGTH = 24

/** All beginnings and ends of a word, from which `splitCompound` makes two parts. */
export function endsOf(word: string): string[] {
  if (!/^\p{L}+$/u.test(word) || word.length > MAX_LENGTH) return []
  return Array.from({ length: word.length - 3 }, (_, index) => [
    word.slice(0, index + 2),
    word.slice(index + 2),
  ]).flat()
}

/** All parts of a word, from which `splitCompound` makes two or three parts. */
export function partsOf(word: string): string[] {
  const middles = Array.from({ length: word.length }, (_, from) =>
    Array.from({ length: Math.max(0, word.length - from - 5) }, (__, index) =>
      word.slice(from + 3, from + 6 + index),
    ),
  ).flat()
  const ends = endsOf(word)
  return ends.length > 0 ? [...ends, ...middles] : []
}

/**
 * The known words that make up a compound: "bookcase" → "book" and "case". Prefers two parts to three, and parts that are
 * all frequent. All parts but the last one may end with linking letters: "Arbeitstisch" → "Arbeit" and "Tisch".
 */
export function splitCompound(
  word: string,
  known: ReadonlyMap<string, KnownWord>,
  links: readonly string[] = [],
): KnownWord[] | undefined {
  const cuts = Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => index + 2)
  const inTwo = cuts.map((cut) => [word.slice(0, cut), word.slice(cut)])
  const inThree = cuts.flatMap((first) =>
    cuts
      .filter((second) => first > 2 && second >= first + 3 && second <= word.length - 3)
      .map((second) => [word.slice(0, first), word.slice(first, second), word.slice(second)]),
  )
  return mostFrequent(inTwo, known, links) ?? mostFrequent(inThree, known, links)
}

function mostFrequent(
  splits: readonly string[][],
  known: ReadonlyMap<string, KnownWord>,
  links: readonly string[],
): KnownWord[] | undefined {
  const partOf = (part: string, isLast: boolean) =>
    known.get(part) ??
    (isLast ? [] : links.filter((link) => part.endsWith(link))).flatMap(
      (link) => known.get(part.slice(0, -link.length)) ?? [],
    )[0]
  const rarest = (parts: readonly KnownWord[]) => Math.min(...parts.map(({ documentCount }) => documentCount))
  return splits
    .map((parts) => parts.flatMap((part, index) => partOf(part, index === parts.length - 1) ?? []))
    .filter((parts, index) => parts.length === splits[index]?.length)
    .sort((a, b) => rarest(b) - rarest(a))[0]
}

/** The longest known words at the beginning and at the end of a word, with at least four letters: "bath" of "bathroom". */
export function knownEnds(word: string, known: ReadonlyMap<string, KnownWord>): KnownWord[] {
  const lengths = Array.from({ length: Math.max(0, word.length - 4) }, (_, index) => word.length - 1 - index)
  return [(length: number) => word.slice(0, length), (length: number) => word.slice(-length)].flatMap((end) =>
    lengths.flatMap((length) => known.get(end(length)) ?? []).slice(0, 1),
  )
}
