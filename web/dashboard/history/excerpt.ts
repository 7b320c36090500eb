/** Characters of what stayed the same that are shown around what changed. */
const around = 40
const short = 160

/** Two long texts cut down to where they differ, with a little of what is around it; short ones as they are. */
export function excerpt(before: string, after: string): [before: string, after: string] {
  if (before.length <= short && after.length <= short) return [before, after]
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  let tail = 0
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const cut = (text: string) => {
    const from = Math.max(0, head - around)
    const to = Math.min(text.length, text.length - tail + around)
    const middle = text.slice(from, Math.min(to, from + 600))
    return `${from > 0 ? '…' : ''}${middle}${from + middle.length < text.length ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}
