/** The dashboard page from which the guard has redirected, to return to after sign-in. */
export function returnPath(state: unknown): string | undefined {
  const from: unknown =
    typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return typeof from === 'string' ? from : undefined
}
