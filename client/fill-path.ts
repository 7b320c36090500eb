/** Fills the parameters of a path, such as `:number`. `rest` is the remaining input, for the query or the body. */
export function fillPath(pattern: string, input: object): { path: string; rest: Record<string, unknown> } {
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { path, rest }
}
