/** A part of what was typed: words in quotes have to follow one another. */
export interface Segment {
  text: string
  isPhrase: boolean
}

/** Takes a search text apart at its quotes. A quote without its other half is a sign like any other. */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const match of text.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/gu)) {
    segments.push({ text: text.slice(from, match.index), isPhrase: false })
    segments.push({ text: match[1] ?? '', isPhrase: true })
    from = match.index + match[0].length
  }
  segments.push({ text: text.slice(from), isPhrase: false })
  return segments.filter(({ text: part }) => part.trim() !== '')
}
