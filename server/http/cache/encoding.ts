/** Content encodings that the server can send. */
export type Encoding = 'identity' | 'br' | 'gzip'

// Browsers send a handful of different headers again and again.
const known = new Map<string, Encoding>()

/** The best encoding that an Accept-Encoding header allows. */
export function negotiateEncoding(accepted: string): Encoding {
  const found = known.get(accepted)
  if (found) return found
  const chosen = choose(accepted)
  if (known.size < 1000 && accepted.length < 200) known.set(accepted, chosen)
  return chosen
}

function choose(accepted: string): Encoding {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
    .map(([name]) => name)
  if (names.includes('br')) return 'br'
  return names.includes('gzip') ? 'gzip' : 'identity'
}
