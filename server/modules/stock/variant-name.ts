/** `Mug (Sage)`, or `Mug` where it has no options. */
export function nameOf(name: string, options: Record<string, string>): string {
  const values = Object.values(options).join(', ')
  return values ? `${name} (${values})` : name
}
