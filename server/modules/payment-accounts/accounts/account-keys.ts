import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { seal, unseal } from '#server/platform/sealed.ts'
import type { Keys } from '../providers/provider-entries.ts'

/** Stored keys depend on it. */
const PURPOSE = 'sealed payment credentials'

/** Encrypts the keys of an account for the database. */
export const sealKeys = (keyedHash: KeyedHash, keys: Keys): Buffer =>
  seal(keyedHash, PURPOSE, JSON.stringify(keys))

/** Reverses `sealKeys`. Undefined if AUTH_SECRET was another one then, or the bytes were changed. */
export function openKeys(keyedHash: KeyedHash, bytes: Buffer): Keys | undefined {
  try {
    return JSON.parse(unseal(keyedHash, PURPOSE, bytes)) as Keys
  } catch {
    return undefined
  }
}

/** What staff read about an account whose keys cannot be opened. */
export const unreadableKeys =
  'Connect again: the shop’s secret has changed, so the stored keys can’t be read.'
