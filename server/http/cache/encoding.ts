/** Content encodings that the server can send. */
export type Encoding = 'identity' | 'br' | 'zstd' | 'gzip'

/** Best first, among those that a client likes equally: by the size of a page. */
const inOrder: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity']

/** Best first for an answer that is compressed for one request: by the processor time that it costs. */
const quickest: readonly Encoding[] = ['zstd', 'br', 'gzip', 'identity']

const MAX_KNOWN = 1000
const MAX_KNOWN_LENGTH = 200

/** The encoding that an Accept-Encoding header prefers (RFC 9110, 12.5.3). `*` asks for nothing in particular: identity. */
export const negotiateEncoding = negotiator(inOrder)

/** The same for answers that are sent once. */
export const negotiateQuickly = negotiator(quickest)

function negotiator(order: readonly Encoding[]): (accepted: string) => Encoding {
  // Browsers send a handful of different headers again and again.
  const known = new Map<string, Encoding>()
  return (accepted) => {
    const found = known.get(accepted)
    if (found) return found
    const chosen = choose(accepted, order)
    if (known.size >= MAX_KNOWN) known.clear()
    if (accepted.length <= MAX_KNOWN_LENGTH) known.set(accepted, chosen)
    return chosen
  }
}

function choose(accepted: string, order: readonly Encoding[]): Encoding {
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .map(([name = '', weight]) => [name, weightOf(weight)]),
  )
  const weigh = (encoding: Encoding) => weights.get(encoding) ?? 0
  const best = Math.max(...order.map(weigh))
  return (best > 0 && order.find((encoding) => weigh(encoding) === best)) || 'identity'
}

/** 1 unless the weight is a number from 0 to 1. */
function weightOf(weight = ''): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 1
}
