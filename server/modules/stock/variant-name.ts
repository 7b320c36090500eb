/** “Mug (Sage)”, or “Mug” without options. */
export function variantName(name: string, options: Record<string, string>): string {
  const values = Object.values(options).join(', ')
  return values ? `${name} (${values})` : name
}
