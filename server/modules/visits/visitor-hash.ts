import type { PersonalContext } from '#server/http/route.ts'

type Sender = Pick<PersonalContext, 'shop' | 'services' | 'clientAddress' | 'userAgent'>

/**
 * A hash of 16 bytes for the sender of a call: of the day in UTC, the network and the browser. It needs no cookie, and the same
 * person has another one on the next day.
 */
export function visitorHash(
  { shop, services: { keyedHash }, clientAddress, userAgent }: Sender,
  at: Date,
): Buffer {
  const parts = [shop.shopId, at.toISOString().slice(0, 10), clientAddress, userAgent]
  return Buffer.from(keyedHash('visitor of a day', JSON.stringify(parts)), 'base64url').subarray(0, 16)
}
