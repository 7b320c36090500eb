/**
 * Control characters except tab and line breaks, bidirectional embeddings, overrides and isolates, and characters that
 * Unicode deprecates. They hide or reorder what a reader sees, and people do not type them.
 */
const REMOVED = /[\p{Cc}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\ufeff]/gu
const KEPT_CONTROLS = '\t\n\r'

/** Shows nothing by itself: ignorable characters, and two blanks that Unicode calls symbols. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u
const SPACE = /\s/

/** Belongs to the character before it: joiners (at the end of words in Malayalam), variants, and flags of regions. */
const ATTACHED = /[\u200d\p{Variation_Selector}\u{e0020}-\u{e007f}]/u

/**
 * The rule for all texts that people type: control characters and bidirectional overrides disappear, and so do invisible
 * characters at both ends. A text that shows nothing becomes empty. Invisible characters between visible ones stay,
 * because Persian, Hindi, Khmer and emoji need them.
 */
export function visibleText(text: string): string {
  const rest = text.replace(REMOVED, (sign) => (KEPT_CONTROLS.includes(sign) ? sign : ''))
  if (!INVISIBLE.test(rest)) return rest
  const signs = Array.from(rest)
  const isVisible = (sign: string) => !SPACE.test(sign) && !INVISIBLE.test(sign)
  const first = signs.findIndex(isVisible)
  if (first === -1) return ''
  let end = signs.findLastIndex(isVisible) + 1
  while (ATTACHED.test(signs[end] ?? '')) end++
  const spaces = (part: readonly string[]) => part.filter((sign) => SPACE.test(sign))
  return [...spaces(signs.slice(0, first)), ...signs.slice(first, end), ...spaces(signs.slice(end))].join('')
}
