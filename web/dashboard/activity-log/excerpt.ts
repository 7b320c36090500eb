/** Unchanged characters to show around the difference. */
const CONTEXT_LENGTH = 40
const MAX_WHOLE_LENGTH = 160
const MAX_EXCERPT_LENGTH = 600

/** Shortens two long texts to where they differ. Short texts stay whole. */
export function excerpt(before: string, after: string): [before: string, after: string] {
  if (before.length <= MAX_WHOLE_LENGTH && after.length <= MAX_WHOLE_LENGTH) return [before, after]
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const cut = (text: string) => {
    const from = Math.max(0, head - CONTEXT_LENGTH)
    const to = Math.min(text.length, text.length - tail + CONTEXT_LENGTH)
    const middle = text.slice(from, Math.min(to, from + MAX_EXCERPT_LENGTH))
    return `${from > 0 ? '…' : ''}${middle}${from + middle.length < text.length ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}
