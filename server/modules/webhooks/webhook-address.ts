import { AppError } from '#server/http/errors.ts'
import { pinAddress, type IsAllowed } from '#server/platform/remote/remote-address.ts'

const LOOKUP_TIMEOUT_MS = 3000

/**
 * AppError 400 for an address that the shop may not reach, such as one of its own network. A host that cannot be looked up now
 * may be right: each delivery checks again.
 */
export async function requireReachable(address: string | undefined, isAllowed: IsAllowed): Promise<void> {
  if (address === undefined) return
  const { promise: late, resolve } = Promise.withResolvers<'unknown'>()
  const timer = setTimeout(() => resolve('unknown'), LOOKUP_TIMEOUT_MS)
  const pinned = await Promise.race([
    pinAddress(new URL(address), isAllowed).catch(() => 'unknown' as const),
    late,
  ])
  clearTimeout(timer)
  if (pinned !== undefined) return
  const message = 'This address is not on the public internet. Enter one that other servers can reach.'
  throw new AppError(400, 'address_refused', message, [{ path: 'url', message }])
}
