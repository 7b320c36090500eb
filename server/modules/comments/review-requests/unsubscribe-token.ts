import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { isSameText } from '#server/platform/same-text.ts'

/** Names an order in the links of its email. It can only unsubscribe. */
export const unsubscribeTokenOf = (keyedHash: KeyedHash, shopId: number, orderNumber: string): string =>
  `${orderNumber}.${keyedHash('unsubscribe', `${shopId} ${orderNumber}`)}`

/** The number of the order; undefined for a token that this shop did not issue. */
export function orderNumberOf(keyedHash: KeyedHash, shopId: number, token: string): string | undefined {
  const number = token.slice(0, token.indexOf('.'))
  return isSameText(token, unsubscribeTokenOf(keyedHash, shopId, number)) ? number : undefined
}
