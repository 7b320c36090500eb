/** A part of the search text: a quoted phrase, or the text between phrases. */
export interface Segment {
  text: string
  isPhrase: boolean
}

/** Splits a search text at its quotes. An unpaired quote counts as punctuation, one after a number as inches. */
export function splitSegments(text: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const match of text.matchAll(/(?<!\d ?)["“”„«»]([^"“”„«»]+)["“”„«»]/gu)) {
    segments.push({ text: text.slice(from, match.index), isPhrase: false })
    segments.push({ text: match[1] ?? '', isPhrase: true })
    from = match.index + match[0].length
  }
  segments.push({ text: text.slice(from), isPhrase: false })
  return segments.filter((segment) => segment.text.trim() !== '')
}
