import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'

const PREFIX = 'whsec_'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A new secret as in https://www.standardwebhooks.com: 256 random bits. */
export const makeSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The AES key of the shop's secrets, derived from AUTH_SECRET. */
const keyOf = (keyedHash: KeyedHash) => Buffer.from(keyedHash('sealed webhook secrets', 'key'), 'base64url')

/** Encrypts a secret for the database. The shop has to read it again to sign with it. */
export function sealSecret(keyedHash: KeyedHash, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keyedHash), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reverses `sealSecret`. Throws if AUTH_SECRET was another one then, or the bytes were changed. */
export function openSecret(keyedHash: KeyedHash, bytes: Buffer): string {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keyedHash), nonce)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

/** The headers of Standard Webhooks for a body, with a signature by each secret. */
export function signedHeaders(
  id: number,
  body: string,
  secrets: readonly string[],
  now = new Date(),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': String(id),
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}
