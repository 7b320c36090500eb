/** The page that the dashboard's guard has led away from, so that signing in leads back to it. */
export function originOf(state: unknown): string | undefined {
  const from: unknown =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' ? from : undefined
}
