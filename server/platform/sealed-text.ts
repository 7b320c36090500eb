import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyedHash } from './keyed-hash.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The AES key of a purpose, derived from the secret of the shop. */
const keyOf = (keyedHash: KeyedHash, purpose: string) =>
  Buffer.from(keyedHash(`sealed ${purpose}`, 'key'), 'base64url')

/** Encrypts a text that the shop has to read again, such as a secret that it signs with. */
export function sealText(keyedHash: KeyedHash, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keyedHash, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reverses `sealText`. Throws if AUTH_SECRET was another one then, or the bytes were changed. */
export function openText(keyedHash: KeyedHash, purpose: string, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keyedHash, purpose), nonce)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}
