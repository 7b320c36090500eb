import { createHmac, randomBytes } from 'node:crypto'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { seal, unseal } from '#server/platform/sealed.ts'

const PREFIX = 'whsec_'
/** Stored secrets depend on it. */
const PURPOSE = 'sealed webhook secrets'

/** A new secret as in https://www.standardwebhooks.com: 256 random bits. */
export const makeSecret = () => PREFIX + randomBytes(32).toString('base64')

/** Encrypts a secret for the database. The shop has to read it again to sign with it. */
export const sealSecret = (keyedHash: KeyedHash, secret: string): Buffer => seal(keyedHash, PURPOSE, secret)

/** Reverses `sealSecret`. Throws if AUTH_SECRET was another one then, or the bytes were changed. */
export const openSecret = (keyedHash: KeyedHash, bytes: Buffer): string => unseal(keyedHash, PURPOSE, bytes)

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
