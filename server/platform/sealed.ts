import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyedHash } from './keyed-hash.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The AES key of one purpose, derived from AUTH_SECRET. */
const keyOf = (keyedHash: KeyedHash, purpose: string) => Buffer.from(keyedHash(purpose, 'key'), 'base64url')

/** Encrypts a secret that the shop has to read again. Each purpose has a key of its own, derived from AUTH_SECRET. */
export function seal(keyedHash: KeyedHash, purpose: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keyedHash, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reverses `seal`. Throws if AUTH_SECRET or the purpose was another one then, or the bytes were changed. */
export function unseal(keyedHash: KeyedHash, purpose: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keyedHash, purpose), nonce)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}
