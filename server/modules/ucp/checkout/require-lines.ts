import type { SessionView } from '#server/modules/agents/index.ts'
import { OutcomeError } from '../errors.ts'

/** OutcomeError if the shop has none of the items, so that there is nothing to make a cart or a checkout of. */
export function requireLines({ lines, problems }: SessionView): void {
  if (lines.length > 0) return
  const [first, ...rest] = problems
    .filter(({ about }) => about.kind === 'lines')
    .map((problem) => ({
      type: 'error' as const,
      code: problem.code,
      content: problem.text,
      severity: 'unrecoverable' as const,
      path: '$.line_items',
    }))
  if (first) throw new OutcomeError([first, ...rest])
}
