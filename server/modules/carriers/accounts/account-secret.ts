import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { seal, unseal } from '#server/platform/sealed.ts'

/** Stored secrets depend on it. */
const PURPOSE = 'sealed carrier credentials'

/** Encrypts a password, API key or webhook secret of a carrier for the database. */
export const sealCredential = (keyedHash: KeyedHash, secret: string): Buffer =>
  seal(keyedHash, PURPOSE, secret)

/** Reverses `sealCredential`. Throws if AUTH_SECRET was another one then, or the bytes were changed. */
export const openCredential = (keyedHash: KeyedHash, bytes: Buffer): string =>
  unseal(keyedHash, PURPOSE, bytes)
