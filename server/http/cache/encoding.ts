/** Content encodings that the server can send. */
export type Encoding = 'identity' | 'br' | 'zstd' | 'gzip'

/** Best first, among those that a client likes equally: by the size of a page. */
const inOrder: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity']

const MAX_KNOWN = 1000
const MAX_KNOWN_LENGTH = 200
// Browsers send a handful of different headers again and again.
const known = new Map<string, Encoding>()

/** The encoding that an Accept-Encoding header prefers (RFC 9110, 12.5.3). `*` asks for nothing in particular: identity. */
export function negotiateEncoding(accepted: string): Encoding {
  const found = known.get(accepted)
  if (found) return found
  const chosen = choose(accepted)
  if (known.size >= MAX_KNOWN) known.clear()
  if (accepted.length <= MAX_KNOWN_LENGTH) known.set(accepted, chosen)
  return chosen
}

function choose(accepted: string): Encoding {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .map(([name = '', weight]) => [name, weightOf(weight)]),
  )
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? 0
  const best = Math.max(...inOrder.map(weigh))
  return (best > 0 && inOrder.find((encoding) => weigh(encoding) === best)) || 'identity'
}

/** 1 unless the weight is a number from 0 to 1. */
function weightOf(weight = ''): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 1
}
