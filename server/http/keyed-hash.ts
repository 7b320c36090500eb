import { createHmac } from 'node:crypto'

/** Proves that a value was given out by this shop. Each purpose has a key of its own, derived from the secret. */
export type KeyedHash = (purpose: string, value: string) => string

export function keyedHash(secret: string): KeyedHash {
  return (purpose, value) => {
    const key = createHmac('sha256', secret).update(`key of ${purpose}`).digest()
    return createHmac('sha256', key).update(value).digest('base64url')
  }
}
