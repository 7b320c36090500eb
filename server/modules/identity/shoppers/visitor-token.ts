import { randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'

/** Characters of a token before and of its signature: 132 and 126 bits. */
const [SECRET_LENGTH, SIGNATURE_LENGTH] = [22, 21]

/** Makes and recognizes visitor cookies. Their signature shows that the shop has issued them, also before their first write. */
export function visitorTokens(keyedHash: KeyedHash) {
  const sign = (secret: string) => secret + keyedHash('visitor', secret).slice(0, SIGNATURE_LENGTH)
  return {
    make: (): string => sign(randomBytes(18).toString('base64url').slice(0, SECRET_LENGTH)),
    isIssued: (token: string): boolean =>
      /^[\w-]{43}$/.test(token) && sign(token.slice(0, SECRET_LENGTH)) === token,
    /**
     * The token that follows `from` (a token, or a network) with an order. A repeated call gets the same one, and someone
     * who knows `from` cannot compute it.
     */
    afterOrder: (from: string, key: string): string =>
      sign(keyedHash('visitor after order', JSON.stringify([from, key])).slice(0, SECRET_LENGTH)),
  }
}
