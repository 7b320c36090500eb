import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Authenticates a value as issued by this shop. Each purpose has its own key, derived from the secret. */
export type KeyedHash = (purpose: string, value: string) => string

export function keyedHash(secret: string): KeyedHash {
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: string) => {
    const known = keys.get(purpose)
    if (known) return known
    const key = createSecretKey(createHmac('sha256', secret).update(`key of ${purpose}`).digest())
    keys.set(purpose, key)
    return key
  }
  return (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value).digest('base64url')
}
