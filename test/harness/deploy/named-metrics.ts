const words = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset'])

/** The metrics that an expression of Prometheus names. */
export function namedMetrics(expression: string): string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  const names = Array.from(bare.matchAll(/(?<![\w:.])[a-zA-Z_:][\w:]*\b(?!\s*\()/g), ([name]) => name)
  return [...new Set(names.filter((name) => !words.has(name)))]
}
