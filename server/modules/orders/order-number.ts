import { randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/http/keyed-hash.ts'

/** Crockford's base 32: no letter that can be taken for a digit, 32 divides 256 evenly. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new order's number: 60 random bits, so that nobody can count orders or guess one. `7K2M-9QXT-04CD` */
export function makeOrderNumber(): string {
  const text = Array.from(randomBytes(12), (byte) => signs[byte % 32]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

/** What opens an order for who is not signed in. It follows from the number, so that any later mail can carry it. */
export const accessTokenOf = (keyedHash: KeyedHash, configId: number, number: string) =>
  keyedHash('order', `${configId} ${number}`)
