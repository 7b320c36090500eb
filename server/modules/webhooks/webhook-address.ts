import { AppError } from '#server/http/errors.ts'
import { isPublicAddress, pinAddress, type IsAllowed } from '#server/platform/remote/remote-address.ts'

const LOOKUP_TIMEOUT_MS = 3000

/**
 * AppError 400 for an address that the shop may not reach, such as one of its own network, and for `http://` outside that
 * network: deliveries contain personal data. A host that cannot be looked up now may be right: each delivery checks again.
 */
export async function requireReachable(address: string | undefined, isAllowed: IsAllowed): Promise<void> {
  if (address === undefined) return
  const url = new URL(address)
  const { promise: late, resolve } = Promise.withResolvers<'unknown'>()
  const timer = setTimeout(() => resolve('unknown'), LOOKUP_TIMEOUT_MS)
  const pinned = await Promise.race([pinAddress(url, isAllowed).catch(() => 'unknown' as const), late])
  clearTimeout(timer)
  if (pinned !== undefined) return requireEncrypted(url)
  const message = 'This address is not on the public internet. Enter one that other servers can reach.'
  throw new AppError(400, 'address_refused', message, [{ path: 'url', message }])
}

/** Only private addresses, which an installation has to allow, may be reached without encryption. */
async function requireEncrypted(url: URL): Promise<void> {
  if (url.protocol === 'https:') return
  const isPrivate = (address: string) => !isPublicAddress(address)
  if (await pinAddress(url, isPrivate).catch(() => undefined)) return
  const message = 'Enter an address that begins with https://'
  throw new AppError(400, 'address_refused', message, [{ path: 'url', message }])
}
