export interface Issue {
  path: string
  message: string
}

/**
 * The message at the head of a form. It is the server's message unless fields show the issues, and every issue that no field
 * shows. The server's message covers a `hiddenFields` issue.
 */
export function headMessage(
  message: string,
  issues: readonly Issue[],
  { unshown, hiddenFields }: { unshown: readonly Issue[]; hiddenFields: readonly string[] },
): string {
  const isHidden = ({ path }: Issue) => hiddenFields.includes(path)
  const isAtField = (issue: Issue) => !isHidden(issue) && !unshown.includes(issue)
  const whole = issues.some(isAtField) ? '' : message || (issues.find(isHidden)?.message ?? '')
  const more = unshown
    .filter((issue) => issues.includes(issue) && !isHidden(issue))
    .map((issue) => issue.message)
  return [...new Set([whole, ...more])].filter(Boolean).join(' · ')
}
