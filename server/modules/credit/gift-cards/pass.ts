import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { isSameText } from '#server/platform/same-text.ts'

const VALID_SECONDS = 24 * 3600

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

const proofOf = (keyedHash: KeyedHash, shopId: number, accountId: number, until: number) =>
  keyedHash('gift card pass', `${shopId} ${accountId} ${until}`)

/**
 * The pass of a gift card whose code was entered. The checkout sends it in place of the code, which therefore is neither in
 * addresses nor in what a browser or the shop stores. It is valid for a day.
 */
export function makePass(keyedHash: KeyedHash, shopId: number, accountId: number, now = new Date()): string {
  const until = seconds(now) + VALID_SECONDS
  return `${accountId}.${until}.${proofOf(keyedHash, shopId, accountId, until)}`
}

/** The account of a pass; undefined if the shop did not make it, or its day is over. */
export function accountOfPass(
  keyedHash: KeyedHash,
  shopId: number,
  pass: string,
  now = new Date(),
): number | undefined {
  const [account = '', until = '', proof = ''] = pass.split('.')
  const isOwn = isSameText(proof, proofOf(keyedHash, shopId, Number(account), Number(until)))
  return isOwn && Number(until) > seconds(now) ? Number(account) : undefined
}
